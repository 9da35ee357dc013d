/* The public headers of the Gallium layer are C99. */
#include <mux/gallium.h>
