#include "CFastPath.h"

#include <stdbool.h>
#include <string.h>

/// The powers of ten that a double holds exactly.
static const double tens[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/// The eight bytes that end before `end`, the first of them lowest.
static inline uint64_t load(const uint8_t *end) {
  uint64_t word;
  memcpy(&word, end - 8, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/// The number of eight digits, the lowest byte being the first; they must be digits.
static inline uint64_t number(uint64_t digits) {
  digits -= 0x3030303030303030;
  digits = digits * 10 + (digits >> 8);
  return ((digits & 0x000000FF000000FF) * 0x000F424000000064
          + ((digits >> 16) & 0x000000FF000000FF) * 0x0000271000000001)
         >> 32;
}

static inline bool are_digits(uint64_t bytes) {
  const uint64_t high = 0xF0F0F0F0F0F0F0F0;
  return ((bytes & high) | (((bytes + 0x0606060606060606) & high) >> 4)) == 0x3333333333333333;
}

/// Reads one to eight characters, of which one may be the mark, all at once; eight bytes before
/// `end` must be readable.
static inline bool read_short(const uint8_t *end, size_t count, uint8_t mark, double *value) {
  uint64_t word = load(end);
  // The characters stand highest; zeros before them change nothing.
  unsigned rest = (unsigned)(8 - count) * 8;
  word = (word >> rest) << rest | (uint64_t)(0x3030303030303030 >> (count * 4)) >> (count * 4);
  uint64_t other = word ^ (0x0101010101010101 * mark);
  uint64_t found = (other - 0x0101010101010101) & ~other & 0x8080808080808080;
  if (found == 0) {
    if (!are_digits(word)) return false;
    *value = (double)number(word);
    return true;
  }
  // Lifts the characters before the mark over it.
  unsigned place = (unsigned)__builtin_ctzll(found) - 7;
  if (place == 56) return false;
  uint64_t before = word & (((uint64_t)1 << place) - 1);
  uint64_t behind = word >> (place + 8) << (place + 8);
  word = behind | before << 8 | 0x30;
  if (!are_digits(word)) return false;
  *value = (double)number(word) / tens[7 - place / 8];
  return true;
}

/// Reads characters one by one, as long as the digits stay exact in a double.
static bool read_long(const uint8_t *text, const uint8_t *end, uint8_t mark, double *value) {
  uint64_t digits = 0;
  size_t whole = 0, fraction = 0;
  for (; text < end && (uint8_t)(*text - '0') < 10; text++, whole++) {
    if (digits > UINT64_MAX / 100) return false;
    digits = digits * 10 + (uint64_t)(*text - '0');
  }
  if (text < end) {
    if (*text++ != mark) return false;
    for (; text < end && (uint8_t)(*text - '0') < 10; text++, fraction++) {
      if (digits > UINT64_MAX / 100) return false;
      digits = digits * 10 + (uint64_t)(*text - '0');
    }
    if (fraction == 0 || text < end) return false;
  }
  if (whole + fraction == 0 || digits > (uint64_t)1 << 53 || fraction > 22) return false;
  *value = (double)digits / tens[fraction];
  return true;
}

size_t fast_decimals(
    const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  size_t count = 0;
  for (size_t row = 0; row < column->rows; row++) {
    uint32_t cell = column->first[row] + column->column;
    bool isRead = false;
    if (cell < column->last[row]) {
      uint32_t start = cell == 0 ? 0 : column->ends[cell - 1] + column->gap;
      uint32_t end = column->ends[cell];
      if (start < end) {
        bool isNegative = column->text[start] == '-';
        start += isNegative;
        double value = 0;
        if (end - start - 1 < 8 && end >= 8) {
          isRead = read_short(column->text + end, end - start, mark, &value);
        } else {
          isRead = read_long(column->text + start, column->text + end, mark, &value);
        }
        if (isRead) values[row] = isNegative ? -value : value;
      }
    }
    others[count] = (uint32_t)row;
    count += !isRead;
  }
  return count;
}
