/// The few loops over bytes that Swift cannot say well: masks of byte classes, and plain decimals.
///
/// Everything here has one meaning on every machine. Vectors are those that every processor of the
/// architecture has (SSE2, NEON): wider ones were measured and gain too little to choose at run time.

#pragma once

#include "FastKernels.h"
#include "FastTrees.h"

#include <stddef.h>
#include <stdint.h>

/// How many bytes are a delimiter or a line feed, and how many are a line feed.
typedef struct {
  size_t cells;
  size_t rows;
} fast_counts;

fast_counts fast_count(const uint8_t *_Nonnull text, size_t length, uint8_t delimiter);

/// How many entries behind the last one of `ends` `fast_cut` may overwrite.
enum { fast_slack = 8 };

/// Writes the offset of every delimiter and line feed to `ends`, and for every line feed the number
/// of cells up to it to `rows`. There must be room for what `fast_count` counts, and `fast_slack`
/// entries more in `ends`. The text is shorter than 4 GiB.
void fast_cut(
    const uint8_t *_Nonnull text, size_t length, uint8_t delimiter, uint32_t *_Nonnull ends,
    uint32_t *_Nonnull rows);

/// The same without vectors, for machines that have none, and to be compared with.
void fast_cut_portable(
    const uint8_t *_Nonnull text, size_t length, uint8_t delimiter, uint32_t *_Nonnull ends,
    uint32_t *_Nonnull rows);

/// A column of a block of cells: cell `column` of row r is the cell `first[r] + column`, if that is
/// before `last[r]`. A cell ends at its entry in `ends`, and begins `gap` bytes behind the one before.
typedef struct {
  const uint8_t *_Nullable text;
  const uint32_t *_Nullable ends;
  const uint32_t *_Nullable first;
  const uint32_t *_Nullable last;
  size_t rows;
  uint32_t column;
  uint32_t gap;
} fast_column;

/// Reads a column of decimals such as `12`, `-0.5` and `.25`, whose value is one exact operation away
/// from its digits. Gives how many cells are something else: their rows are in `others`, their values
/// are left as they are. `others` has room for all rows. No text has a mark of 0.
size_t fast_decimals(
    const fast_column *_Nonnull column, uint8_t mark, double *_Nonnull values,
    uint32_t *_Nonnull others);
