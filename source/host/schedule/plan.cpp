#include "host/schedule/plan.h"

namespace mux::host {

Plan::Plan(const Allocator &allocator, uint64_t bindings, Plan *origin) noexcept
    : allocator_(allocator), arena_(allocator), bindings_(bindings), origin_(origin) {
  if (origin_ != nullptr) {
    origin_->retain();
  }
}

Plan::~Plan() {
  if (origin_ != nullptr) {
    origin_->release();
  }
}

void Plan::release() {
  // Release: this holder's reads of the plan. Acquire: those of all others, which precede freeing
  // it.
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    Allocator::destroy(allocator_, this);
  }
}

}  // namespace mux::host
