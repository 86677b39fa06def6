#include "CFastPath.h"

#include "masks.h"

fast_counts fast_count(const uint8_t *text, size_t length, uint8_t delimiter) {
  fast_counts counts = {0, 0};
  size_t index = 0;
  for (; index + 64 <= length; index += 64) {
    uint64_t lines = mask_vector(text + index, '\n');
    counts.cells += (size_t)__builtin_popcountll(mask_vector(text + index, delimiter) | lines);
    counts.rows += (size_t)__builtin_popcountll(lines);
  }
  for (; index < length; index++) {
    counts.cells += text[index] == delimiter || text[index] == '\n';
    counts.rows += text[index] == '\n';
  }
  return counts;
}

typedef uint64_t (*mask_function)(const uint8_t *, uint8_t);

// Inlined once for each kind of mask.
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

void fast_cut(
    const uint8_t *text, size_t length, uint8_t delimiter, uint32_t *ends, uint32_t *rows) {
  cut(mask_vector, text, length, delimiter, ends, rows);
}

void fast_cut_portable(
    const uint8_t *text, size_t length, uint8_t delimiter, uint32_t *ends, uint32_t *rows) {
  cut(mask_portable, text, length, delimiter, ends, rows);
}
