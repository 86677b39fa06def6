// Decimals with AVX2: a cell of sixteen characters at once, or four such cells.

#pragma once

#include "CFastPath.h"
#include "masks.h"

#include <stdbool.h>

/// For a mark at each of sixteen places, and for none: the characters before it move over it.
static const uint8_t over_mark[17][16] = {
#define ROW(p) \
  {0x80, p < 1 ? 1 : 0, p < 2 ? 2 : 1, p < 3 ? 3 : 2, p < 4 ? 4 : 3, p < 5 ? 5 : 4, p < 6 ? 6 : 5, \
   p < 7 ? 7 : 6, p < 8 ? 8 : 7, p < 9 ? 9 : 8, p < 10 ? 10 : 9, p < 11 ? 11 : 10, \
   p < 12 ? 12 : 11, p < 13 ? 13 : 12, p < 14 ? 14 : 13, p < 15 ? 15 : 14}
    ROW(0),  ROW(1),  ROW(2),  ROW(3),  ROW(4),  ROW(5),  ROW(6),  ROW(7),
    ROW(8),  ROW(9),  ROW(10), ROW(11), ROW(12), ROW(13), ROW(14),
    // A mark at the end stays, and is no digit.
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
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

/// Four cells: where each ends, and how many characters it has.
typedef struct {
  const uint8_t *ends[4];
  __m128i counts;
} four_cells;

/// Finds the cells of four rows, if all rows have one and none is before `first_cell`, which is not 0.
WIDE static inline bool find_four(
    const fast_column *column, uint32_t first_cell, size_t row, four_cells *cells) {
  size_t first[4];
  for (int lane = 0; lane < 4; lane++) {
    first[lane] = column->first[row + (size_t)lane];
    // Each is loaded by itself: out of the vector below it would come later.
    __asm__("" : "+r"(first[lane]));
  }
  __m128i cell = _mm_add_epi32(
      _mm_loadu_si128((const __m128i *)(column->first + row)),
      _mm_set1_epi32((int)column->column));
  __m128i last = _mm_loadu_si128((const __m128i *)(column->last + row));
  __m128i inside = _mm_min_epu32(_mm_max_epu32(cell, _mm_set1_epi32((int)first_cell)), last);
  __m128i good = _mm_andnot_si128(_mm_cmpeq_epi32(cell, last), _mm_cmpeq_epi32(cell, inside));
  if (_mm_movemask_epi8(good) != 0xFFFF) return false;
  const uint32_t *ends = column->ends + column->column;
  for (int lane = 0; lane < 4; lane++) cells->ends[lane] = column->text + ends[first[lane]];
  // The ends of the cells before, and of the cells.
  ends--;
  __m128i low = _mm_unpacklo_epi64(
      _mm_loadl_epi64((const __m128i *)(ends + first[0])),
      _mm_loadl_epi64((const __m128i *)(ends + first[1])));
  __m128i high = _mm_unpacklo_epi64(
      _mm_loadl_epi64((const __m128i *)(ends + first[2])),
      _mm_loadl_epi64((const __m128i *)(ends + first[3])));
  __m128 a = _mm_castsi128_ps(low), b = _mm_castsi128_ps(high);
  cells->counts = _mm_sub_epi32(
      _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1))),
      _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0))));
  cells->counts = _mm_sub_epi32(cells->counts, _mm_set1_epi32((int)column->gap));
  return true;
}

WIDE static inline __m256i load_two(const uint8_t *first, const uint8_t *second) {
  return _mm256_loadu2_m128i((const __m128i *)second, (const __m128i *)first);
}

/// Two cells, a lane each: their digits without the mark, and where the marks are.
typedef struct {
  __m256i digits;
  unsigned places[2];
} two_cells;

WIDE static inline two_cells take_two(
    const uint8_t *first, const uint8_t *second, __m256i counts, __m256i mark) {
  const __m256i places = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
  __m256i text = load_two(first - 16, second - 16);
  __m256i inside = _mm256_cmpgt_epi8(counts, places);
  __m256i digits = _mm256_and_si256(_mm256_sub_epi8(text, _mm256_set1_epi8('0')), inside);
  unsigned marks = (unsigned)_mm256_movemask_epi8(
      _mm256_and_si256(_mm256_cmpeq_epi8(text, mark), inside));
  two_cells two;
  two.places[0] = (unsigned)__builtin_ctz(marks | 0x10000);
  two.places[1] = (unsigned)__builtin_ctz(marks >> 16 | 0x10000);
  // Only the first mark goes; another one stays and is no digit.
  two.digits = _mm256_shuffle_epi8(
      digits, load_two(over_mark[two.places[0]], over_mark[two.places[1]]));
  return two;
}

/// Reads four cells if all are digits, with a mark among them or before them, and not too many.
WIDE static inline bool read_four(const four_cells *cells, uint8_t mark, double *values) {
  // Cells 0 and 2, and 1 and 3: packed lane by lane they come into their order.
  const __m256i even = _mm256_setr_epi8(
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8);
  const __m256i odd = _mm256_add_epi8(even, _mm256_set1_epi8(4));
  const __m256i marks = _mm256_set1_epi8((char)mark);
  const __m256i nine = _mm256_set1_epi8(9);
  __m256i counts = _mm256_broadcastsi128_si256(cells->counts);
  two_cells a = take_two(
      cells->ends[0], cells->ends[2], _mm256_shuffle_epi8(counts, even), marks);
  two_cells b = take_two(
      cells->ends[1], cells->ends[3], _mm256_shuffle_epi8(counts, odd), marks);
  __m256i above_nine = _mm256_subs_epu8(_mm256_max_epu8(a.digits, b.digits), nine);
  const __m256i tens_and_ones = _mm256_set1_epi16(1 << 8 | 10);
  const __m256i hundreds = _mm256_set1_epi32(1 << 16 | 100);
  const __m256i ten_thousands = _mm256_set1_epi32(1 << 16 | 10000);
  __m256i a_fours = _mm256_madd_epi16(_mm256_maddubs_epi16(a.digits, tens_and_ones), hundreds);
  __m256i b_fours = _mm256_madd_epi16(_mm256_maddubs_epi16(b.digits, tens_and_ones), hundreds);
  __m256i eights = _mm256_madd_epi16(_mm256_packus_epi32(a_fours, b_fours), ten_thousands);
  __m256i numbers = _mm256_add_epi64(
      _mm256_mul_epu32(eights, _mm256_set1_epi64x(100000000)), _mm256_srli_epi64(eights, 32));
  // Below 2^52 a number is the fraction of a double.
  __m256i too_large = _mm256_srli_epi64(numbers, 52);
  __m128i less = _mm_sub_epi32(cells->counts, _mm_set1_epi32(1));
  __m128i fifteen = _mm_set1_epi32(15);
  __m128i wrong_counts = _mm_xor_si128(_mm_max_epu32(less, fifteen), fifteen);
  __m256i bad = _mm256_or_si256(
      _mm256_or_si256(above_nine, too_large), _mm256_zextsi128_si256(wrong_counts));
  if (!_mm256_testz_si256(bad, bad)) return false;
  const __m256d shift = _mm256_set1_pd(0x1p52);
  __m256d exact = _mm256_sub_pd(
      _mm256_or_pd(_mm256_castsi256_pd(numbers), shift), shift);
  __m256d by = _mm256_setr_pd(
      scales[a.places[0]], scales[b.places[0]], scales[a.places[1]], scales[b.places[1]]);
  _mm256_storeu_pd(values, _mm256_div_pd(exact, by));
  return true;
}
