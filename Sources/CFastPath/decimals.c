#include "CFastPath.h"

#include "masks.h"

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

/// One to sixteen characters before `end`; what it cannot read it leaves to `read_long`.
typedef bool (*read_function)(const uint8_t *end, size_t count, uint8_t mark, double *value);

// Inlined once for each kind of reading, which needs `reach` readable bytes before the end of a cell.
__attribute__((always_inline)) static inline size_t decimals(
    read_function read, size_t reach, const fast_column *column, uint8_t mark, double *values,
    uint32_t *others) {
  const uint8_t *text = column->text;
  const uint32_t *ends = column->ends, *first = column->first, *last = column->last;
  const uint32_t index = column->column, gap = column->gap;
  const size_t rows = column->rows;
  size_t count = 0;
  for (size_t row = 0; row < rows; row++) {
    uint32_t cell = first[row] + index;
    others[count] = (uint32_t)row;
    count++;
    if (cell >= last[row]) continue;
    uint32_t start = cell == 0 ? 0 : ends[cell - 1] + gap;
    uint32_t end = ends[cell];
    if (start >= end) continue;
    bool isNegative = text[start] == '-';
    start += isNegative;
    double value = 0;
    bool isRead = end - start - 1 < reach && end >= reach
                      ? read(text + end, end - start, mark, &value)
                      : read_long(text + start, text + end, mark, &value);
    if (!isRead) continue;
    values[row] = isNegative ? -value : value;
    count--;
  }
  return count;
}

#if defined(__x86_64__)

/// For a mark at each of sixteen places, and for none: the characters before it move over it.
static const uint8_t over_mark[17][16] = {
#define ROW(p) \
  {0x80, p < 1 ? 1 : 0, p < 2 ? 2 : 1, p < 3 ? 3 : 2, p < 4 ? 4 : 3, p < 5 ? 5 : 4, p < 6 ? 6 : 5, \
   p < 7 ? 7 : 6, p < 8 ? 8 : 7, p < 9 ? 9 : 8, p < 10 ? 10 : 9, p < 11 ? 11 : 10, \
   p < 12 ? 12 : 11, p < 13 ? 13 : 12, p < 14 ? 14 : 13, p < 15 ? 15 : 14}
    ROW(0),  ROW(1),  ROW(2),  ROW(3),  ROW(4),  ROW(5),  ROW(6),  ROW(7),
    ROW(8),  ROW(9),  ROW(10), ROW(11), ROW(12), ROW(13), ROW(14), ROW(15),
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
#undef ROW
};

/// The power of ten by which a mark at each place divides.
static const double scales[17] = {
    1e15, 1e14, 1e13, 1e12, 1e11, 1e10, 1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1e0, 1e0,
};

static const uint8_t last_ones[32] = {
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
};

WIDE static inline bool read_wide(const uint8_t *end, size_t count, uint8_t mark, double *value) {
  __m128i text = _mm_loadu_si128((const __m128i *)(end - 16));
  __m128i digits = _mm_sub_epi8(text, _mm_set1_epi8('0'));
  __m128i are_digits = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
  unsigned inside = 0xFFFFu << (16 - count) & 0xFFFF;
  unsigned others = ~(unsigned)_mm_movemask_epi8(are_digits) & inside;
  unsigned marks =
      (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8((char)mark))) & inside;
  // At most one mark, which is not the last character, and nothing else.
  if (((others ^ marks) | (marks & (marks - 1)) | marks >> 15) != 0) return false;
  unsigned place = (unsigned)__builtin_ctz(marks | 0x10000);
  size_t digit_count = count - (marks != 0);
  digits = _mm_shuffle_epi8(digits, _mm_loadu_si128((const __m128i *)over_mark[place]));
  digits = _mm_and_si128(digits, _mm_loadu_si128((const __m128i *)(last_ones + digit_count)));
  const __m128i tens_and_ones = _mm_set1_epi16(1 << 8 | 10);
  const __m128i hundreds = _mm_set1_epi32(1 << 16 | 100);
  const __m128i ten_thousands = _mm_set1_epi32(1 << 16 | 10000);
  __m128i twos = _mm_maddubs_epi16(digits, tens_and_ones);
  __m128i fours = _mm_madd_epi16(twos, hundreds);
  __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), ten_thousands);
  uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  uint64_t number = (both & 0xFFFFFFFF) * 100000000 + (both >> 32);
  *value = (double)(int64_t)number / scales[place];
  return number <= (uint64_t)1 << 53;
}

WIDE static size_t decimals_wide(
    const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  return decimals(read_wide, 16, column, mark, values, others);
}

#else

#define decimals_wide(...) decimals(read_short, 8, __VA_ARGS__)

#endif

size_t fast_decimals_with(
    int kind, const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  return kind == fast_avx2 ? decimals_wide(column, mark, values, others)
                           : decimals(read_short, 8, column, mark, values, others);
}

size_t fast_decimals(
    const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  return fast_decimals_with(fast_widest(), column, mark, values, others);
}
