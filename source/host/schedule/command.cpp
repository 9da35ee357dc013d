#include "host/schedule/command.h"

namespace mux::host {

const char *name_of(CommandKind kind) {
  switch (kind) {
    case CommandKind::nothing:
      return "empty command";
    case CommandKind::copy:
      return "copy";
    case CommandKind::copy_regions:
      return "copy of regions";
    case CommandKind::fill:
      return "fill";
    case CommandKind::fill_image:
      return "fill of an image";
    case CommandKind::nd_range:
      return "ND-range";
    case CommandKind::user_callback:
      return "user callback";
    case CommandKind::begin_query:
      return "begin of a query";
    case CommandKind::end_query:
      return "end of a query";
    case CommandKind::reset_query_pool:
      return "reset of a query pool";
    case CommandKind::barrier:
      break;
  }
  return "barrier";
}

}  // namespace mux::host
