// The main function of UnitMux. With more workers than processors oneTBB has to be allowed to make
// threads for them; the library leaves that to the program. MUX_COMPUTE_UNITS may ask for so many,
// and tests make devices of sizes of their own. oneTBB makes no thread before a device has work for
// it, so the limit is as high as any device may go.

#include <mux/extensions.h>
#include <tbb/global_control.h>

#include "../catch_session.h"

int main(int argc, char **argv) {
  // One more: the thread of the test counts as one of oneTBB's.
  const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism,
                                        MUX_MAX_COMPUTE_UNITS + 1);
  return mux::test::run_catch(argc, argv);
}
