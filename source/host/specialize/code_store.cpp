#include "host/specialize/code_store.h"

namespace mux::host {

void CodeStore::begin(const compiler::KernelCode &code, std::chrono::nanoseconds compile_time,
                      bool will_be_replaced) {
  first_.emplace(allocator_, strategies_, FixedValues(), code, patience_, compile_time);
  if (will_be_replaced) {
    first_->disable_comparison();
  }
  for_all_.store(&*first_, std::memory_order_release);
}

void CodeStore::clear() noexcept {
  destroy_all(for_values_.exchange(nullptr, std::memory_order_relaxed));
  destroy_all(std::exchange(made_for_all_, nullptr));
  first_.reset();
}

void CodeStore::destroy_all(Compiled *made) noexcept {
  while (made != nullptr) {
    Compiled *next = made->next;
    Allocator::destroy(allocator_, made);
    made = next;
  }
}

bool CodeStore::publish(std::unique_ptr<compiler::Program> program, const FixedValues &values,
                        std::chrono::nanoseconds compile_time) {
  Compiled *made_before =
      values.empty() ? made_for_all_ : for_values_.load(std::memory_order_relaxed);
  auto *made =
      allocator_.create<Compiled>(std::move(program), *this, values, compile_time, made_before);
  if (made == nullptr) {
    return false;
  }
  if (values.empty()) {
    publish_for_all(*made);
  } else {
    for_values_.store(made, std::memory_order_release);
  }
  return true;
}

bool CodeStore::publish_for_now(std::unique_ptr<compiler::Program> program,
                                std::chrono::nanoseconds compile_time) {
  auto *made = allocator_.create<Compiled>(std::move(program), *this, FixedValues(), compile_time,
                                           made_for_all_);
  if (made == nullptr) {
    return false;
  }
  made->code.disable_comparison();
  publish_for_all(*made);
  return true;
}

void CodeStore::publish_for_all(Compiled &made) {
  made_for_all_ = &made;
  for_all_.store(&made.code, std::memory_order_release);
}

}  // namespace mux::host
