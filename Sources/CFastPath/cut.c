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

/// Writes the places of all bits of a mask, and something more behind them.
typedef void (*put_function)(uint64_t mask, uint32_t index, uint32_t *out);

static inline void put_places(uint64_t mask, uint32_t index, uint32_t *out) {
  // Eight at a time without asking; what is written too much is written over.
  for (; mask != 0; out += 8) {
    for (int step = 0; step < 8; step++) {
      out[step] = index + (uint32_t)(mask == 0 ? 0 : __builtin_ctzll(mask));
      mask &= mask - 1;
    }
  }
}

__attribute__((always_inline)) static inline void cut(
    mask_function mask, put_function put, const uint8_t *text, size_t length, uint8_t delimiter,
    uint32_t *ends, uint32_t *rows) {
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
    put(all, (uint32_t)index, ends + cells);
    cells += (uint32_t)__builtin_popcountll(all);
  }
  for (; index < length; index++) {
    if (text[index] != delimiter && text[index] != '\n') continue;
    ends[cells++] = (uint32_t)index;
    if (text[index] == '\n') *rows++ = cells;
  }
}

#if defined(__x86_64__)

WIDE static fast_counts count_wide(const uint8_t *text, size_t length, uint8_t delimiter) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i line = _mm256_set1_epi8('\n'), cell = _mm256_set1_epi8((char)delimiter);
  __m256i row_sums = zero, cell_sums = zero;
  size_t index = 0;
  while (index + 64 <= length) {
    // Two bytes a step, and a byte counts to 255 at most.
    size_t steps = (length - index) / 64 < 127 ? (length - index) / 64 : 127;
    __m256i rows = zero, cells = zero;
    for (size_t step = 0; step < steps; step++, index += 64) {
      __m256i first = _mm256_loadu_si256((const __m256i *)(text + index));
      __m256i second = _mm256_loadu_si256((const __m256i *)(text + index + 32));
      __m256i first_lines = _mm256_cmpeq_epi8(first, line);
      __m256i second_lines = _mm256_cmpeq_epi8(second, line);
      first = _mm256_or_si256(first_lines, _mm256_cmpeq_epi8(first, cell));
      second = _mm256_or_si256(second_lines, _mm256_cmpeq_epi8(second, cell));
      rows = _mm256_sub_epi8(rows, _mm256_add_epi8(first_lines, second_lines));
      cells = _mm256_sub_epi8(cells, _mm256_add_epi8(first, second));
    }
    row_sums = _mm256_add_epi64(row_sums, _mm256_sad_epu8(rows, zero));
    cell_sums = _mm256_add_epi64(cell_sums, _mm256_sad_epu8(cells, zero));
  }
  fast_counts counts = count(mask_wide, text + index, length - index, delimiter);
  uint64_t sums[4];
  _mm256_storeu_si256((__m256i *)sums, row_sums);
  counts.rows += sums[0] + sums[1] + sums[2] + sums[3];
  _mm256_storeu_si256((__m256i *)sums, cell_sums);
  counts.cells += sums[0] + sums[1] + sums[2] + sums[3];
  return counts;
}

/// For each byte the places of its bits, filled up with 7.
static const uint8_t places[256][8] = {
#define REST(m) ((m) & ((m) - 1))
#define REST2(m) REST(REST(m))
#define REST4(m) REST2(REST2(m))
#define FIRST(m) (uint8_t)__builtin_ctz((m) | 0x80)
#define PLACES(m) \
  {FIRST(m), FIRST(REST(m)), FIRST(REST2(m)), FIRST(REST(REST2(m))), FIRST(REST4(m)), \
   FIRST(REST(REST4(m))), FIRST(REST2(REST4(m))), FIRST(REST(REST2(REST4(m))))}
#define FOUR(m) PLACES(m), PLACES(m + 1), PLACES(m + 2), PLACES(m + 3)
#define SIXTEEN(m) FOUR(m), FOUR(m + 4), FOUR(m + 8), FOUR(m + 12)
#define SIXTY_FOUR(m) SIXTEEN(m), SIXTEEN(m + 16), SIXTEEN(m + 32), SIXTEEN(m + 48)
    SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128), SIXTY_FOUR(192),
#undef REST
#undef REST2
#undef REST4
#undef FIRST
#undef PLACES
#undef FOUR
#undef SIXTEEN
#undef SIXTY_FOUR
};

/// Eight places for each byte, of which those of the next one write over what is too much.
WIDE static inline void put_places_wide(uint64_t mask, uint32_t index, uint32_t *out) {
  __m256i start = _mm256_set1_epi32((int)index);
  for (int byte = 0; byte < 8; byte++) {
    uint8_t bits = (uint8_t)(mask >> (byte * 8));
    __m256i found = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)places[bits]));
    _mm256_storeu_si256((__m256i *)out, _mm256_add_epi32(found, start));
    start = _mm256_add_epi32(start, _mm256_set1_epi32(8));
    out += __builtin_popcount(bits);
  }
}

WIDE static void cut_wide(
    const uint8_t *text, size_t length, uint8_t delimiter, uint32_t *ends, uint32_t *rows) {
  cut(mask_wide, put_places_wide, text, length, delimiter, ends, rows);
}

#else

#define count_wide(...) count(mask_vector, __VA_ARGS__)
#define cut_wide(...) cut(mask_vector, put_places, __VA_ARGS__)

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
  case fast_baseline: cut(mask_vector, put_places, text, length, delimiter, ends, rows); break;
  default: cut(mask_portable, put_places, text, length, delimiter, ends, rows);
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
