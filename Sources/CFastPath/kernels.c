#include "FastKernels.h"

// A product that is fused with a sum rounds once where the others round twice.
#pragma STDC FP_CONTRACT OFF

typedef float four __attribute__((vector_size(16), aligned(4)));
typedef float eight __attribute__((vector_size(32), aligned(4)));
typedef int32_t integers __attribute__((vector_size(32), aligned(4)));

/// Zero for what is below it, in a vector with masks of a type; what is no number stays so.
#define RECTIFIED(masks, values) \
  ((__typeof__(values))((masks)(values) & ~(masks)((values) < 0)))

/// Some rows, the outputs from `first` on that fill no two vectors.
__attribute__((always_inline)) static inline void multiply_rest(
    size_t rows, fast_dense shape, size_t first, const float *x, const float *w, const float *start,
    int rectifies, float *y) {
  for (; first < shape.outer; first += 8) {
    size_t count = shape.outer - first < 8 ? shape.outer - first : 8;
    eight sums[4];
    for (size_t row = 0; row < rows; row++) {
      const float *from = start != NULL ? start + first : y + row * shape.outer + first;
      for (size_t lane = 0; lane < 8; lane++) sums[row][lane] = lane < count ? from[lane] : 0;
    }
    const float *weights = w + first;
    for (size_t index = 0; index < shape.inner; index++, weights += shape.stride) {
      eight weight = *(const eight *)weights;
      for (size_t row = 0; row < rows; row++) sums[row] += weight * x[row * shape.inner + index];
    }
    for (size_t row = 0; row < rows; row++) {
      float *to = y + row * shape.outer + first;
      if (rectifies) sums[row] = RECTIFIED(integers, sums[row]);
      for (size_t lane = 0; lane < count; lane++) to[lane] = sums[row][lane];
    }
  }
}

/// Four inputs of two rows, for shuffles that work on each half alike.
#define ROW_PAIR(row, other) \
  __builtin_shufflevector(*(const four *)(row), *(const four *)(other), 0, 1, 2, 3, 4, 5, 6, 7)

/// Eight rows, one output: the vector runs across rows.
__attribute__((always_inline)) static inline void multiply_output(
    fast_dense shape, size_t output, const float *x, const float *w, const float *start,
    int rectifies, float *y) {
  eight sums;
  for (size_t row = 0; row < 8; row++) {
    sums[row] = start != NULL ? start[output] : y[row * shape.outer + output];
  }
  size_t length = shape.inner, stride = shape.stride, index = 0;
  const float *weights = w + output;
  for (; index + 4 <= length; index += 4, weights += 4 * stride) {
    const float *row = x + index;
    eight a = ROW_PAIR(row, row + 4 * length);
    eight b = ROW_PAIR(row + length, row + 5 * length);
    eight c = ROW_PAIR(row + 2 * length, row + 6 * length);
    eight d = ROW_PAIR(row + 3 * length, row + 7 * length);
    eight low_ab = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    eight high_ab = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
    eight low_cd = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
    eight high_cd = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
    sums += weights[0] * __builtin_shufflevector(low_ab, low_cd, 0, 1, 8, 9, 4, 5, 12, 13);
    sums += weights[stride] * __builtin_shufflevector(low_ab, low_cd, 2, 3, 10, 11, 6, 7, 14, 15);
    sums += weights[2 * stride] * __builtin_shufflevector(high_ab, high_cd, 0, 1, 8, 9, 4, 5, 12, 13);
    sums += weights[3 * stride] * __builtin_shufflevector(high_ab, high_cd, 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (; index < length; index++, weights += stride) {
    eight values;
    for (size_t row = 0; row < 8; row++) values[row] = x[row * length + index];
    sums += *weights * values;
  }
  if (rectifies) sums = RECTIFIED(integers, sums);
  for (size_t row = 0; row < 8; row++) y[row * shape.outer + output] = sums[row];
}

#define LANES 4
#define TARGET
#define NAME(x) x##_baseline
#include "kernels.inc"

#if defined(__x86_64__)

#define LANES 8
#define TARGET __attribute__((target("avx2,bmi")))
#define NAME(x) x##_avx2
#include "kernels.inc"

int fast_widest(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
                 && __builtin_cpu_supports("popcnt")
             ? fast_avx2
             : fast_baseline;
}

#define CHOOSE(kind, function, ...) \
  if ((kind) == fast_avx2) { \
    function##_avx2(__VA_ARGS__); \
  } else { \
    function##_baseline(__VA_ARGS__); \
  }

#else

int fast_widest(void) { return fast_baseline; }

#define CHOOSE(kind, function, ...) (void)(kind); function##_baseline(__VA_ARGS__);

#endif

void fast_multiply(
    int kind, size_t rows, fast_dense shape, const float *x, const float *w, const float *start,
    int rectifies, float *y) {
  CHOOSE(kind, multiply, rows, shape, x, w, start, rectifies, y)
}

void fast_gradient(
    int kind, size_t rows, size_t inputs, fast_dense shape, const float *x, const float *dy,
    int starts, float *dw) {
  CHOOSE(kind, gradient, rows, inputs, shape, x, dy, starts, dw)
}

void fast_sum_rows(
    int kind, size_t rows, size_t count, const float *x, int starts, float *sums) {
  CHOOSE(kind, sum_rows, rows, count, x, starts, sums)
}

void fast_scale(
    int kind, size_t rows, size_t width, const double *shift, const double *scale, const double *x,
    size_t x_stride, double *y, size_t y_stride) {
  CHOOSE(kind, scale, rows, width, shift, scale, x, x_stride, y, y_stride)
}

void fast_add_term(
    int kind, size_t rows, fast_term term, const double *x, size_t stride, double *sums) {
  CHOOSE(kind, add_term, rows, term, x, stride, sums)
}

void fast_momentum(
    int kind, size_t count, float rate, float momentum, float *w, const float *gradient,
    float *velocity) {
  CHOOSE(kind, momentum, count, rate, momentum, w, gradient, velocity)
}

void fast_adam(
    int kind, size_t count, fast_adam_step step, float *w, const float *gradient, float *first,
    float *second) {
  CHOOSE(kind, adam, count, step, w, gradient, first, second)
}

void fast_transpose(
    size_t inputs, size_t outputs, const float *from, size_t from_stride, float *to,
    size_t to_stride) {
  size_t input = 0;
  for (; input + 4 <= inputs; input += 4) {
    size_t output = 0;
    for (; output + 4 <= outputs; output += 4) {
      const float *corner = from + input * from_stride + output;
      four a = *(const four *)corner;
      four b = *(const four *)(corner + from_stride);
      four c = *(const four *)(corner + 2 * from_stride);
      four d = *(const four *)(corner + 3 * from_stride);
      four low_ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
      four high_ab = __builtin_shufflevector(a, b, 2, 6, 3, 7);
      four low_cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
      four high_cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      float *target = to + output * to_stride + input;
      *(four *)target = __builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5);
      *(four *)(target + to_stride) = __builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7);
      *(four *)(target + 2 * to_stride) = __builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5);
      *(four *)(target + 3 * to_stride) = __builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7);
    }
    for (; output < outputs; output++) {
      for (size_t row = input; row < input + 4; row++) {
        to[output * to_stride + row] = from[row * from_stride + output];
      }
    }
  }
  for (; input < inputs; input++) {
    for (size_t output = 0; output < outputs; output++) {
      to[output * to_stride + input] = from[input * from_stride + output];
    }
  }
}
