#include "CModelSpec.h"
