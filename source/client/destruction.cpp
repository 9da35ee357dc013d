#include "client/destruction.h"

#include "client/ref_counted.h"
#include "client/service.h"

namespace mux::client {
namespace {

thread_local uint32_t deferring = 0;

}  // namespace

DeferDestruction::DeferDestruction() {
  ++deferring;
}

DeferDestruction::~DeferDestruction() {
  --deferring;
}

void RefCounted::destroy() noexcept {
  if (deferring == 0) {
    delete this;
  } else {
    service::destroy(*this);
  }
}

}  // namespace mux::client
