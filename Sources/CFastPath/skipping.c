#include "FastKernels.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)

#include <immintrin.h>

#define WIDE __attribute__((target("avx2,bmi,popcnt")))

typedef float vector __attribute__((vector_size(32), aligned(4)));

enum { group = 4, words = fast_most_skipped / 64, vectors = fast_skipping_outputs / 8 };

/// Sets a bit for each input that is not zero, and gives how many there are.
WIDE static size_t find(const float *x, size_t inputs, uint64_t *masks) {
  size_t count = 0;
  for (size_t first = 0; first < inputs; first += 64) {
    size_t length = inputs - first < 64 ? inputs - first : 64;
    uint64_t mask = 0;
    size_t index = 0;
    for (; index + 8 <= length; index += 8) {
      __m256 values = _mm256_loadu_ps(x + first + index);
      __m256 others = _mm256_cmp_ps(values, _mm256_setzero_ps(), _CMP_NEQ_UQ);
      mask |= (uint64_t)(uint32_t)_mm256_movemask_ps(others) << index;
    }
    for (; index < length; index++) mask |= (uint64_t)(x[first + index] != 0) << index;
    masks[first / 64] = mask;
    count += (size_t)__builtin_popcountll(mask);
  }
  return count;
}

/// One row: the sums of 64 outputs at a time stay in registers.
WIDE static void multiply(
    fast_dense shape, const uint64_t *masks, const float *x, const float *w, const float *start,
    int rectifies, float *y) {
  for (size_t first = 0; first < shape.outer; first += fast_skipping_outputs) {
    vector sums[vectors];
    for (size_t part = 0; part < vectors; part++) {
      sums[part] = *(const vector *)(start + first + 8 * part);
    }
    for (size_t input = 0; input < shape.inner; input += 64) {
      for (uint64_t mask = masks[input / 64]; mask != 0; mask &= mask - 1) {
        size_t index = input + (size_t)__builtin_ctzll(mask);
        const float *weights = w + index * shape.stride + first;
        for (size_t part = 0; part < vectors; part++) {
          sums[part] += *(const vector *)(weights + 8 * part) * x[index];
        }
      }
    }
    for (size_t part = 0; part < vectors; part++) {
      __m256 sum = (__m256)sums[part];
      // `max` gives its second operand where that is no number.
      if (rectifies) sum = _mm256_max_ps(_mm256_setzero_ps(), sum);
      _mm256_storeu_ps(y + first + 8 * part, sum);
    }
  }
}

WIDE static void multiply_skipping(
    size_t rows, fast_dense shape, const float *x, const float *w, const float *start,
    int rectifies, float *y) {
  uint64_t masks[group][words];
  for (size_t row = 0; row < rows; row += group) {
    size_t count = rows - row < group ? rows - row : group;
    const float *from = x + row * shape.inner;
    float *to = y + row * shape.outer;
    size_t found = 0;
    for (size_t lane = 0; lane < count; lane++) {
      found += find(from + lane * shape.inner, shape.inner, masks[lane]);
    }
    // Four rows together are faster where few inputs are zero.
    if (4 * found > 3 * group * shape.inner) {
      fast_multiply(fast_avx2, count, shape, from, w, start, rectifies, to);
      continue;
    }
    for (size_t lane = 0; lane < count; lane++) {
      multiply(
          shape, masks[lane], from + lane * shape.inner, w, start, rectifies,
          to + lane * shape.outer);
    }
  }
}

#endif

void fast_multiply_skipping(
    int kind, size_t rows, fast_dense shape, const float *x, const float *w, const float *start,
    int rectifies, float *y) {
#if defined(__x86_64__)
  if (kind == fast_avx2 && shape.inner <= fast_most_skipped
      && shape.outer % fast_skipping_outputs == 0) {
    multiply_skipping(rows, shape, x, w, start, rectifies, y);
    return;
  }
#endif
  fast_multiply(kind, rows, shape, x, w, start, rectifies, y);
}
