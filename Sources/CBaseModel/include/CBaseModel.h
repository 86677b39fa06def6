#ifndef CBASEMODEL_H
#define CBASEMODEL_H

#include <stddef.h>

/// The bytes of the bundled model, `data/RunDuration.mlmodel`.
///
/// A function, because Swift would import an array as a tuple of its elements.
const unsigned char *run_duration_model_bytes(void);

/// The number of those bytes.
size_t run_duration_model_size(void);

#endif
