/// Ensembles of trees for many rows at once, and for one row. All sums are of doubles in the order of the
/// trees, so the results are the same bits whatever the vectors.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// A table of thresholds: every sixteenth of them, from the last of the first sixteen on, and then all in
/// ascending order, at most `fast_most_thresholds` and filled up with infinity.
enum {
  fast_threshold_parts = 16,
  fast_most_thresholds = 255,
  fast_threshold_table = 16 + 256,
};

/// ranks[r] = how many of the `count` thresholds of a table are below x[r * stride], less 128; `missing`
/// where x is not a number.
void fast_rank(
    int kind, const double *_Nonnull table, size_t count, int8_t missing, const double *_Nonnull x,
    size_t stride, size_t rows, int8_t *_Nonnull ranks);

/// A branch of a tree as eight of its leaves see it: a row whose rank is above the threshold does not
/// come to `leaves`.
typedef struct {
  uint16_t column;
  int8_t threshold;
  uint8_t leaves;
} fast_branch;

/// Trees of at most 32 leaves. The branches for the leaves from 8 g on of tree t stand from starts[4 t + g]
/// to starts[4 t + g + 1]; its leaves are values[32 t] and the following.
typedef struct {
  const fast_branch *_Nonnull branches;
  const uint32_t *_Nonnull starts;
  const double *_Nonnull values;
  size_t count;
} fast_trees;

/// The rows that are worked on at a time.
enum { fast_tree_rows = 64 };

/// sums[r] += the leaf of each tree in order: the first one that no branch leaves out. Column c of row r is
/// ranks[c * rows + r]; `rows` is a multiple of `fast_tree_rows`.
void fast_add_trees(
    int kind, fast_trees trees, const int8_t *_Nonnull ranks, size_t rows, double *_Nonnull sums);

/// A node of a tree: the children of a branch stand side by side, a leaf leads to itself.
typedef struct {
  double threshold;
  /// The element to compare, and the two flags below.
  uint32_t feature;
  /// The child where the comparison holds; the other one follows it.
  int32_t child;
} fast_node;

/// The comparison is `=` and not `≤`.
static const uint32_t fast_node_equality = 1u << 31;
/// What is no number goes to the first child.
static const uint32_t fast_node_missing_first = 1u << 30;

/// leaves[t] = the leaf that a row reaches from roots[t].
void fast_walk(
    const fast_node *_Nonnull nodes, const int32_t *_Nonnull roots, size_t count,
    const double *_Nonnull row, int32_t *_Nonnull leaves);
