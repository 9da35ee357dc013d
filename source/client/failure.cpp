#include "client/failure.h"

#include <mux/extensions.h>

namespace mux::client {

void fail(mux_result_t result, const char *text) {
  throw Failure{result, text != nullptr ? text : muxGetLastErrorMessage()};
}

}  // namespace mux::client
