/// Loops over numbers in vectors of 16 bytes, or of 32 where the processor has them (64 were measured and
/// are no faster), chosen at run time.
///
/// The order of every sum is fixed and no product is fused with a sum, so the results are the same bits
/// whatever the width.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The kinds of vectors; a machine takes the widest that it has.
enum {
  /// What every processor of the architecture has: SSE2, NEON.
  fast_baseline = 0,
  fast_avx2 = 1,
};

/// The widest kind that this machine has.
int fast_widest(void);

/// Tells the processor that the thread waits in a loop.
static inline void fast_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// A layer of `inner` inputs and `outer` outputs: the weights of an input stand in a row of `stride`
/// numbers, a multiple of 8 that is at least `outer`.
typedef struct {
  size_t inner;
  size_t outer;
  size_t stride;
} fast_dense;

/// y[r] = start + x[r] · w for each row, the terms of a sum in the order of the inputs. `start` is
/// `stride` numbers, or null where the sums begin with what is in y. Where the layer `rectifies`, sums
/// below zero become zero.
void fast_multiply(
    int kind, size_t rows, fast_dense shape, const float *_Nonnull x, const float *_Nonnull w,
    const float *_Nullable start, int rectifies, float *_Nonnull y);

/// What `fast_multiply_skipping` is faster for: a multiple of so many outputs, and at most so many inputs.
enum { fast_skipping_outputs = 64, fast_most_skipped = 1024 };

/// The same for inputs of which many are zero: their terms are left out. The sums are the same bits if all
/// weights are finite and no sum starts with -0. It is faster still if `w` begins at a multiple of 32 bytes.
void fast_multiply_skipping(
    int kind, size_t rows, fast_dense shape, const float *_Nonnull x, const float *_Nonnull w,
    const float *_Nonnull start, int rectifies, float *_Nonnull y);

/// dw[i] = Σ x[r][i] · dy[r] for the first `inputs` inputs from x and dw on, the rows in their order;
/// the sums begin with zero where it `starts`, else with what is in dw.
void fast_gradient(
    int kind, size_t rows, size_t inputs, fast_dense shape, const float *_Nonnull x,
    const float *_Nonnull dy, int starts, float *_Nonnull dw);

/// sums[i] = Σ x[r][i] for rows of `count` numbers, in their order; the sums begin with zero where it
/// `starts`, else with what is in sums.
void fast_sum_rows(
    int kind, size_t rows, size_t count, const float *_Nonnull x, int starts,
    float *_Nonnull sums);

/// y[r][i] = scale[i] · (x[r][i] + shift[i]) for the first `width` numbers of each row.
void fast_scale(
    int kind, size_t rows, size_t width, const double *_Nonnull shift,
    const double *_Nonnull scale, const double *_Nonnull x, size_t x_stride, double *_Nonnull y,
    size_t y_stride);

/// A term of a linear function: weight · (scale · (x + shift)).
typedef struct {
  double weight;
  double scale;
  double shift;
} fast_term;

/// sums[r] += the term of x[r * stride].
void fast_add_term(
    int kind, size_t rows, fast_term term, const double *_Nonnull x, size_t stride,
    double *_Nonnull sums);

/// One step of gradient descent: velocity = momentum · velocity + gradient, w -= rate · velocity.
void fast_momentum(
    int kind, size_t count, float rate, float momentum, float *_Nonnull w,
    const float *_Nonnull gradient, float *_Nonnull velocity);

/// One step of Adam: what its formula needs besides weights, gradients and moments.
typedef struct {
  float rate;
  float epsilon;
  float beta1;
  float beta2;
  /// 1 - beta1 and 1 - beta2.
  float rest1;
  float rest2;
  /// What the moments are multiplied by, because they began with zeros.
  float correction1;
  float correction2;
} fast_adam_step;

void fast_adam(
    int kind, size_t count, fast_adam_step step, float *_Nonnull w, const float *_Nonnull gradient,
    float *_Nonnull first, float *_Nonnull second);

/// to[o * to_stride + i] = from[i * from_stride + o].
void fast_transpose(
    size_t inputs, size_t outputs, const float *_Nonnull from, size_t from_stride,
    float *_Nonnull to, size_t to_stride);
