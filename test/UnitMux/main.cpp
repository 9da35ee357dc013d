// The main function of UnitMux. With more workers than processors oneTBB must be allowed to create
// threads for them, which the library leaves to the program. MUX_COMPUTE_UNITS may request so many,
// and tests create devices with any number of compute units. oneTBB creates no thread before a
// device has work, so the limit is the maximum of a device.

#include <mux/extensions.h>
#include <tbb/global_control.h>

#include "../catch_session.h"

int main(int argc, char **argv) {
  // One more, because the test's thread counts as one of oneTBB's.
  const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism,
                                        MUX_MAX_COMPUTE_UNITS + 1);
  return mux::test::run_catch(argc, argv);
}
