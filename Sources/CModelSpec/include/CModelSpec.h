// The message that holds all others; its header includes theirs.
#include "Model.pb-c.h"
