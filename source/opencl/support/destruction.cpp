#include "opencl/support/destruction.h"

#include "opencl/support/object.h"
#include "opencl/support/service.h"

namespace mux::opencl {
namespace {

thread_local uint32_t deferring = 0;

}  // namespace

DeferDestruction::DeferDestruction() {
  ++deferring;
}

DeferDestruction::~DeferDestruction() {
  --deferring;
}

void Object::destroy() noexcept {
  if (deferring == 0) {
    delete this;
  } else {
    service::destroy(*this);
  }
}

}  // namespace mux::opencl
