// libcsv's own header; it has no pkg-config file, so the module map names the library.
#include <csv.h>
