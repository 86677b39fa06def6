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

/// Where to write what is read.
typedef struct {
  double *values;
  uint32_t *others;
  size_t other_count;
} target;

// Inlined once for each kind of reading, which needs `reach` readable bytes before the end of a cell.
__attribute__((always_inline)) static inline void read_rows(
    read_function read, size_t reach, const fast_column *column, uint8_t mark, size_t row,
    size_t end_row, target *to) {
  const uint8_t *text = column->text;
  const uint32_t *ends = column->ends, *first = column->first, *last = column->last;
  const uint32_t index = column->column, gap = column->gap;
  double *values = to->values;
  uint32_t *others = to->others;
  size_t count = to->other_count;
  for (; row < end_row; row++) {
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
  to->other_count = count;
}

static size_t decimals(
    const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  target to = {values, others, 0};
  read_rows(read_short, 8, column, mark, 0, column->rows, &to);
  return to.other_count;
}

#if defined(__x86_64__)

#include "decimals_wide.h"

/// Row by row; not inlined, so that the loop over four keeps what it needs in registers.
WIDE __attribute__((noinline)) static void read_rows_wide(
    const fast_column *column, uint8_t mark, size_t row, size_t end_row, target *to) {
  read_rows(read_wide, 16, column, mark, row, end_row, to);
}

/// Reads fours of rows up to `end`, and gives the row behind them.
WIDE static inline size_t read_fours(
    fast_column column, uint32_t first_cell, uint8_t mark, size_t row, size_t end,
    double *values) {
  four_cells cells;
  while (row + 4 <= end && find_four(&column, first_cell, row, &cells)
         && read_four(&cells, mark, values + row)) {
    row += 4;
  }
  return row;
}

WIDE static size_t decimals_wide(
    const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  target to = {values, others, 0};
  size_t row = 0, rows = column->rows;
  uint32_t cells = rows > 0 ? column->last[rows - 1] : 0;
  // From this cell on there are sixteen bytes before the end of a cell.
  uint32_t first_cell = 1;
  while (first_cell < cells && column->ends[first_cell] < 16) first_cell++;
  // Where numbers of cells would overflow there is no such column.
  size_t end = column->column <= UINT32_MAX - cells ? rows : 0;
  // Where fours often have another cell among them, few are tried.
  unsigned failures = 0;
  while (row < rows) {
    size_t next = read_fours(*column, first_cell, mark, row, end, values);
    failures = next - row >= 16 ? 0 : failures + 1;
    size_t most = failures < 2 ? 4 : 32;
    row = rows - next < most ? rows : next + most;
    read_rows_wide(column, mark, next, row, &to);
  }
  return to.other_count;
}

#else

#define decimals_wide decimals

#endif

size_t fast_decimals_with(
    int kind, const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  return kind == fast_avx2 ? decimals_wide(column, mark, values, others)
                           : decimals(column, mark, values, others);
}

size_t fast_decimals(
    const fast_column *column, uint8_t mark, double *values, uint32_t *others) {
  return fast_decimals_with(fast_widest(), column, mark, values, others);
}
