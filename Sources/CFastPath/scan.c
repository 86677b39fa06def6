#include "CFastPath.h"

#include <string.h>

// Sixteen bytes at once, on every architecture.
typedef uint8_t bytes __attribute__((vector_size(16)));
typedef uint64_t words __attribute__((vector_size(16)));

static inline bytes load(const uint8_t *text) {
  bytes vector;
  memcpy(&vector, text, 16);
  return vector;
}

static inline bytes all(uint8_t byte) { return (bytes){0} + byte; }

/// All bits of each byte that ends a plain text.
static inline bytes ends_plain(bytes text, uint8_t other) {
  return (bytes)(text == all(0)) | (bytes)(text == all(other)) | (bytes)(text >= all(0x80));
}

size_t fast_plain(const uint8_t *text, size_t length, uint8_t other) {
  size_t index = 0;
  for (; index + 64 <= length; index += 64) {
    words found = (words)(ends_plain(load(text + index), other)
                          | ends_plain(load(text + index + 16), other)
                          | ends_plain(load(text + index + 32), other)
                          | ends_plain(load(text + index + 48), other));
    if ((found[0] | found[1]) != 0) break;
  }
  while (index < length && text[index] != 0 && text[index] != other && text[index] < 0x80) index++;
  return index;
}

size_t fast_lines(const uint8_t *text, size_t length) {
  size_t index = 0, count = 0;
  while (index + 16 <= length) {
    // A byte counts to 255 at most.
    size_t steps = (length - index) / 16 < 255 ? (length - index) / 16 : 255;
    bytes sums = {0};
    for (size_t step = 0; step < steps; step++, index += 16) {
      sums -= (bytes)(load(text + index) == all('\n'));
    }
    for (int lane = 0; lane < 16; lane++) count += sums[lane];
  }
  for (; index < length; index++) count += text[index] == '\n';
  return count;
}

/// Whether two texts are the same; both may be read up to eight bytes before their ends.
static inline int are_equal(
    const uint8_t *text, uint32_t first, uint32_t second, uint32_t length) {
  if (length <= 8 && first + length >= 8 && second + length >= 8) {
    uint64_t a, b;
    memcpy(&a, text + first + length - 8, 8);
    memcpy(&b, text + second + length - 8, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    a = __builtin_bswap64(a);
    b = __builtin_bswap64(b);
#endif
    return length == 0 || (a ^ b) >> ((8 - length) * 8) == 0;
  }
  return memcmp(text + first, text + second, length) == 0;
}

size_t fast_changes(const fast_column *column, uint32_t *rows) {
  size_t count = 0;
  uint32_t above = 0, above_length = UINT32_MAX;
  for (size_t row = 0; row < column->rows; row++) {
    uint32_t cell = column->first[row] + column->column;
    uint32_t start = 0, length = 0;
    if (cell < column->last[row]) {
      start = cell == 0 ? 0 : column->ends[cell - 1] + column->gap;
      length = column->ends[cell] - start;
    }
    rows[count] = (uint32_t)row;
    count += length != above_length || !are_equal(column->text, start, above, length);
    above = start;
    above_length = length;
  }
  return count;
}
