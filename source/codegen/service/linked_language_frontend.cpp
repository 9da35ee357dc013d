/// find_language_frontend() for libraries that the frontend is linked into.

#include "codegen/service/language_frontend.h"

namespace mux::compiler {

const LanguageFrontend *find_language_frontend(std::string & /*error*/) {
  return &language_frontend();
}

}  // namespace mux::compiler
