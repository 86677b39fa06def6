#include "CBaseModel.h"

// Part of C since 2023; clang has had it since version 19.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The compiler notes the file as a dependency: a new model is embedded by the next build.
static const unsigned char model[] = {
#embed "../../data/RunDuration.mlmodel"
};

const unsigned char *run_duration_model_bytes(void) { return model; }

size_t run_duration_model_size(void) { return sizeof model; }
