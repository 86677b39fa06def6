#include "FastKernels.h"

// A product that is fused with a sum rounds once where the others round twice.
#pragma STDC FP_CONTRACT OFF

typedef float four __attribute__((vector_size(16), aligned(4)));
typedef float eight __attribute__((vector_size(32), aligned(4)));

/// Some rows, the outputs from `first` on that fill no two vectors.
__attribute__((always_inline)) static inline void multiply_rest(
    size_t rows, fast_dense shape, size_t first, const float *x, const float *w, const float *start,
    float *y) {
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
      for (size_t lane = 0; lane < count; lane++) to[lane] = sums[row][lane];
    }
  }
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
    float *y) {
  CHOOSE(kind, multiply, rows, shape, x, w, start, y)
}

void fast_gradient(
    int kind, size_t rows, size_t inputs, fast_dense shape, const float *x, const float *dy,
    int starts, float *dw) {
  CHOOSE(kind, gradient, rows, inputs, shape, x, dy, starts, dw)
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
