#include "host/specialise/kernel_variants.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "host/specialise/specialiser.h"

namespace mux::host {
namespace {

// Compiling takes some 20 to 100 ms of another thread, so a kernel has to come back a few times
// first; those that run once or twice never ask for it.
constexpr uint32_t uses_before_compiling = 8;

// Programs use a kernel with one or two local sizes; with more, the others run the generic code.
constexpr int variants_of_a_kernel = 4;

bool is_switched_on() {
  static const bool on = [] {
    const char *value = std::getenv("MUX_SPECIALIZE");
    return value == nullptr || std::string_view(value) != "0";
  }();
  return on;
}

bool has_full_groups_only(const compiler::NdRange &range) {
  for (int i = 0; i < 3; ++i) {
    if (range.local_size[i] == 0 || range.global_size[i] % range.local_size[i] != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

void KernelVariant::count_use() {
  // Relaxed: only the number matters, and exactly one thread gets to the last of them.
  if (uses_.fetch_add(1, std::memory_order_relaxed) + 1 == uses_before_compiling) {
    Specialiser::instance().enqueue(*this);
  }
}

compiler::KernelFunction KernelVariant::generic_function() const {
  return owner_.program_.entry_point(kernel_);
}

void KernelVariant::compile() {
  std::string error;
  std::unique_ptr<compiler::Program> program = owner_.program_.specialise(kernel_, range_, error);
  if (!program) {
    return;
  }
  // Commands that exist have scratch memory for the generic code.
  const compiler::KernelDescription &generic = owner_.program_.kernel(kernel_);
  const compiler::KernelDescription &special = program->kernel(0);
  const uint64_t work_items = range_.local_size[0] * range_.local_size[1] * range_.local_size[2];
  if (special.local_memory_size != generic.local_memory_size ||
      special.packed_size != generic.packed_size ||
      special.work_item_storage(work_items) > generic.work_item_storage(work_items)) {
    return;
  }
  program_ = std::move(program);
  function_.store(program_->entry_point(0), std::memory_order_release);
}

KernelVariants::~KernelVariants() {
  while (first_ != nullptr) {
    KernelVariant *variant = first_;
    first_ = variant->next_;
    Specialiser::instance().forget(*variant);
    Allocator::destroy(allocator_, variant);
  }
}

bool KernelVariants::prepare() noexcept {
  if (!is_switched_on()) {
    return true;
  }
  for (size_t kernel = 0; kernel < program_.kernel_count(); ++kernel) {
    for (int i = 0; i < variants_of_a_kernel && program_.can_specialise(kernel); ++i) {
      KernelVariant *variant = allocator_.create<KernelVariant>(*this, kernel);
      if (variant == nullptr) {
        return false;
      }
      variant->next_ = first_;
      first_ = variant;
    }
  }
  return true;
}

KernelVariant *KernelVariants::first_of(size_t kernel) const noexcept {
  KernelVariant *variant = first_;
  while (variant != nullptr && variant->kernel_ != kernel) {
    variant = variant->next_;
  }
  return variant;
}

KernelVariant *KernelVariants::find(KernelVariant *first, const compiler::NdRange &range) noexcept {
  if (first == nullptr || !has_full_groups_only(range)) {
    return nullptr;
  }
  compiler::FixedRange fixed;
  std::copy(std::begin(range.local_size), std::end(range.local_size), fixed.local_size);
  fixed.no_offset = std::all_of(std::begin(range.global_offset), std::end(range.global_offset),
                                [](uint64_t offset) { return offset == 0; });
  const std::lock_guard lock(mutex_);
  KernelVariant *unused = nullptr;
  for (KernelVariant *variant = first; variant != nullptr && variant->kernel_ == first->kernel_;
       variant = variant->next_) {
    if (variant->range_ == fixed) {
      return variant;
    }
    if (variant->range_.local_size[0] == 0) {
      unused = variant;
    }
  }
  if (unused != nullptr) {
    unused->range_ = fixed;
  }
  return unused;
}

}  // namespace mux::host
