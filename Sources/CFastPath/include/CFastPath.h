/// The few loops over bytes that Swift cannot say well: masks of byte classes, numbers read and written.
///
/// Everything here has one meaning on every machine, with the vectors that every processor of the
/// architecture has (SSE2, NEON) or with AVX2.

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

/// No vectors at all; a kind beside those of the kernels, for machines that have none.
enum { fast_portable = -1 };

/// The same with a kind of vectors, to be compared.
void fast_cut_with(
    int kind, const uint8_t *_Nonnull text, size_t length, uint8_t delimiter,
    uint32_t *_Nonnull ends, uint32_t *_Nonnull rows);

/// Writes the offset of every line, as long as lines are surely rows: they begin with a character of ASCII
/// that is neither blank nor the delimiter, and have at most `most` cells. Gives how many such lines there
/// are; `row_ends` is what `fast_cut` calls `rows`.
size_t fast_line_starts(
    const uint8_t *_Nonnull text, const uint32_t *_Nonnull ends, const uint32_t *_Nonnull row_ends,
    size_t lines, uint8_t delimiter, uint32_t most, uint32_t *_Nonnull starts);

/// The offset of the first byte that is NUL, `other` or none of ASCII; the length if there is none.
size_t fast_plain(const uint8_t *_Nonnull text, size_t length, uint8_t other);

/// How many line feeds there are.
size_t fast_lines(const uint8_t *_Nonnull text, size_t length);

/// A column of a block of cells: cell `column` of row r is the cell `first[r] + column`, if that is
/// before `last[r]`. A cell ends at its entry in `ends`, and begins `gap` bytes behind the one before.
/// The rows are in the order of the text.
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

/// The same with a kind of vectors, to be compared.
size_t fast_decimals_with(
    int kind, const fast_column *_Nonnull column, uint8_t mark, double *_Nonnull values,
    uint32_t *_Nonnull others);

/// Finds the rows whose cell is not the same text as that of the row before; the first row always is one.
/// Gives how many there are; `rows` has room for all.
size_t fast_changes(const fast_column *_Nonnull column, uint32_t *_Nonnull rows);

/// How many bytes the functions below may write for one number and a line feed behind it: so many, and as
/// many more as `decimals`, which are at most `fast_most_decimals`.
enum { fast_number_room = 32, fast_most_decimals = 360 };

/// Writes the shortest text that reads back to the same number, such as `14345`, `0.1`, `1e-07`, and gives
/// its length. With `decimals` from 0 on, the shortest digits are rounded to so many behind the point, half
/// away from zero, and zeros at their end are dropped.
size_t fast_double(double value, int decimals, uint8_t *_Nonnull text);
size_t fast_float(float value, uint8_t *_Nonnull text);
size_t fast_whole(int64_t value, uint8_t *_Nonnull text);

/// The same for many numbers, each on a line.
size_t fast_double_lines(
    const double *_Nonnull values, size_t count, int decimals, uint8_t *_Nonnull text);
