#include "FastTrees.h"

#include "FastKernels.h"

#include <string.h>

typedef uint8_t sixteen __attribute__((vector_size(16), aligned(1)));
typedef uint16_t pairs __attribute__((vector_size(16), aligned(1)));

/// Four masks of eight leaves for sixteen rows as a mask of 32 leaves for each row.
__attribute__((always_inline)) static inline void join(const uint8_t *groups, uint32_t *leaves) {
#define LOW(v, w) \
  __builtin_shufflevector(v, w, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(v, w) \
  __builtin_shufflevector(v, w, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
  sixteen a = *(const sixteen *)groups;
  sixteen b = *(const sixteen *)(groups + fast_tree_rows);
  sixteen c = *(const sixteen *)(groups + 2 * fast_tree_rows);
  sixteen d = *(const sixteen *)(groups + 3 * fast_tree_rows);
  pairs first[2] = {(pairs)LOW(a, b), (pairs)HIGH(a, b)};
  pairs last[2] = {(pairs)LOW(c, d), (pairs)HIGH(c, d)};
  for (int part = 0; part < 2; part++) {
    pairs v = first[part], w = last[part];
    pairs low = __builtin_shufflevector(v, w, 0, 8, 1, 9, 2, 10, 3, 11);
    pairs high = __builtin_shufflevector(v, w, 4, 12, 5, 13, 6, 14, 7, 15);
    memcpy(leaves + 8 * part, &low, 16);
    memcpy(leaves + 8 * part + 4, &high, 16);
  }
#undef LOW
#undef HIGH
}

#define BYTES 16
#define TARGET
#define NAME(x) x##_baseline
#include "trees.inc"

#if defined(__x86_64__)

#define BYTES 32
#define TARGET __attribute__((target("avx2,bmi")))
#define NAME(x) x##_avx2
#include "trees.inc"

#define CHOOSE(kind, function, ...) \
  if ((kind) == fast_avx2) { \
    function##_avx2(__VA_ARGS__); \
  } else { \
    function##_baseline(__VA_ARGS__); \
  }

#else

#define CHOOSE(kind, function, ...) (void)(kind); function##_baseline(__VA_ARGS__);

#endif

void fast_rank(
    int kind, const double *table, size_t count, int8_t missing, const double *x, size_t stride,
    size_t rows, int8_t *ranks) {
  CHOOSE(kind, rank, table, count, missing, x, stride, rows, ranks)
}

void fast_add_trees(
    int kind, fast_trees trees, const int8_t *ranks, size_t rows, double *sums) {
  CHOOSE(kind, add_trees, trees, ranks, rows, sums)
}

void fast_walk(
    const fast_node *nodes, const int32_t *roots, size_t count, const double *row,
    int32_t *leaves) {
  // Several trees in step: one alone waits for every comparison. Those that arrive early stay where they are.
  enum { lanes = 8 };
  for (size_t first = 0; first < count; first += lanes) {
    size_t used = count - first < lanes ? count - first : lanes;
    int32_t at[lanes];
    for (size_t lane = 0; lane < lanes; lane++) at[lane] = roots[lane < used ? first + lane : first];
    int32_t moved;
    do {
      moved = 0;
#pragma clang loop unroll(full)
      for (size_t lane = 0; lane < lanes; lane++) {
        fast_node node = nodes[at[lane]];
        double value = row[node.feature & (fast_node_missing_first - 1)];
        int isEqual = value == node.threshold, isBelow = value < node.threshold;
        int isOrdered = (node.feature & fast_node_equality) == 0;
        int holds = isEqual | (isBelow & isOrdered);
        int isMissing = (value != value) & ((node.feature & fast_node_missing_first) != 0);
        int32_t next = node.child + ((holds | isMissing) ^ 1);
        moved |= next ^ at[lane];
        at[lane] = next;
      }
    } while (moved != 0);
    memcpy(leaves + first, at, used * sizeof(int32_t));
  }
}
