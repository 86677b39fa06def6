#include "CFastPath.h"

#include "masks.h"

typedef uint64_t (*mask_function)(const uint8_t *, uint8_t);

// Inlined once for each kind of mask.
__attribute__((always_inline)) static inline fast_counts count(
    mask_function mask, const uint8_t *text, size_t length, uint8_t delimiter) {
  fast_counts counts = {0, 0};
  size_t index = 0;
  for (; index + 64 <= length; index += 64) {
    uint64_t lines = mask(text + index, '\n');
    counts.cells += (size_t)__builtin_popcountll(mask(text + index, delimiter) | lines);
    counts.rows += (size_t)__builtin_popcountll(lines);
  }
  for (; index < length; index++) {
    counts.cells += text[index] == delimiter || text[index] == '\n';
    counts.rows += text[index] == '\n';
  }
  return counts;
}

__attribute__((always_inline)) static inline void cut(
    mask_function mask, const uint8_t *text, size_t length, uint8_t delimiter, uint32_t *ends,
    uint32_t *rows) {
  uint32_t cells = 0;
  size_t index = 0;
  for (; index + 64 <= length; index += 64) {
    uint64_t lines = mask(text + index, '\n');
    uint64_t all = mask(text + index, delimiter) | lines;
    while (lines != 0) {
      // All cells up to this line feed.
      *rows++ = cells + (uint32_t)__builtin_popcountll(all & (lines ^ (lines - 1)));
      lines &= lines - 1;
    }
    uint32_t *out = ends + cells;
    cells += (uint32_t)__builtin_popcountll(all);
    // Eight at a time without asking; what is written too much is written over.
    while (all != 0) {
      for (int step = 0; step < 8; step++) {
        out[step] = (uint32_t)index + (uint32_t)(all == 0 ? 0 : __builtin_ctzll(all));
        all &= all - 1;
      }
      out += 8;
    }
  }
  for (; index < length; index++) {
    if (text[index] != delimiter && text[index] != '\n') continue;
    ends[cells++] = (uint32_t)index;
    if (text[index] == '\n') *rows++ = cells;
  }
}

#if defined(__x86_64__)

WIDE static fast_counts count_wide(const uint8_t *text, size_t length, uint8_t delimiter) {
  return count(mask_wide, text, length, delimiter);
}

WIDE static void cut_wide(
    const uint8_t *text, size_t length, uint8_t delimiter, uint32_t *ends, uint32_t *rows) {
  cut(mask_wide, text, length, delimiter, ends, rows);
}

#else

#define count_wide(...) count(mask_vector, __VA_ARGS__)
#define cut_wide(...) cut(mask_vector, __VA_ARGS__)

#endif

fast_counts fast_count(const uint8_t *text, size_t length, uint8_t delimiter) {
  return fast_widest() == fast_avx2 ? count_wide(text, length, delimiter)
                                    : count(mask_vector, text, length, delimiter);
}

void fast_cut_with(
    int kind, const uint8_t *text, size_t length, uint8_t delimiter, uint32_t *ends,
    uint32_t *rows) {
  switch (kind) {
  case fast_avx2: cut_wide(text, length, delimiter, ends, rows); break;
  case fast_baseline: cut(mask_vector, text, length, delimiter, ends, rows); break;
  default: cut(mask_portable, text, length, delimiter, ends, rows);
  }
}

void fast_cut(
    const uint8_t *text, size_t length, uint8_t delimiter, uint32_t *ends, uint32_t *rows) {
  fast_cut_with(fast_widest(), text, length, delimiter, ends, rows);
}

size_t fast_line_starts(
    const uint8_t *text, const uint32_t *ends, const uint32_t *row_ends, size_t lines,
    uint8_t delimiter, uint32_t most, uint32_t *starts) {
  uint32_t first = 0, start = 0;
  for (size_t line = 0; line < lines; line++) {
    uint8_t byte = text[start];
    if (byte <= 0x20 || byte >= 0x80 || byte == delimiter || row_ends[line] - first > most) return line;
    starts[line] = start;
    first = row_ends[line];
    start = ends[first - 1] + 1;
  }
  return lines;
}
