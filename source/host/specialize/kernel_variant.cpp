#include "host/specialize/kernel_variant.h"

#include <exception>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "host/specialize/command_pieces.h"

namespace mux::host {
namespace {

/// Whether code for groups of any size is known to be slow for such groups.
bool is_slow(const compiler::KernelDescription &generic, const compiler::FixedRange &range) {
  return generic.has_scalar_code ||
         !std::equal(std::begin(range.local_size), std::end(range.local_size),
                     std::begin(generic.packet_size), std::greater_equal<>());
}

/// When the codes of a variant are compared with other strategies.
VariantCode::Patience patience_with_strategies(const VariantContext &context) {
  return context.compiles_at_once() ? VariantCode::Patience::few_commands
                                    : VariantCode::Patience::enough_work;
}

}  // namespace

KernelVariant::KernelVariant(const VariantContext &context, size_t kernel,
                             KernelVariant *next) noexcept
    : context_(context),
      kernel_(kernel),
      compiles_at_once_(context.compiles_at_once()),
      first_code_(context, kernel, *this),
      observer_(context, context.program().kernel(kernel), first_code_),
      store_(context.allocator(), *this, patience_with_strategies(context)),
      next_(next) {}

KernelVariant::~KernelVariant() {
  finish();
}

void KernelVariant::finish() {
  first_code_.finish();
  BackgroundCompiler::instance().forget(cache_lookup_);
  BackgroundCompiler::instance().forget(*this);
  store_.clear();
}

void KernelVariant::use_for(const RangeKind &kind, KernelVariant *general, bool begins_slowly) {
  kind_ = kind;
  general_is_slow_ = begins_slowly;
  first_code_.use_for(*kind_, general == nullptr ? nullptr : &general->first_code_);
}

void KernelVariant::begin() {
  store_.begin(first_code_.compiled_code(), first_code_.compile_time(),
               first_code_.origin() != FirstCode::Origin::optimized);
  observer_.start(begins_slowly());
}

bool KernelVariant::begins_slowly() const {
  return general_is_slow_ ||
         (kind_->range.has_value() && is_slow(first_code_.description(), *kind_->range));
}

ChosenCode KernelVariant::chosen_code() {
  if (may_change()) {
    return {first_code_.code(), this};
  }
  // Everything but the function is taken from the first code, which all codes share.
  ChosenCode chosen{first_code_.code(), nullptr};
  chosen.code.function = store_.for_all().function();
  return chosen;
}

bool KernelVariant::may_change() const {
  // In this order: code is published before the observer settles.
  return observer_.state(std::memory_order_acquire) != UseObserver::State::settled ||
         store_.has_code_for_values() || store_.for_all().is_undecided();
}

int32_t KernelVariant::run_and_count(VariantCode &code, const GroupRange &groups,
                                     bool starts_command) {
  const auto run = [&] {
    return code.is_undecided() ? code.run(groups, starts_command) : groups.with(code.function());
  };
  return counts_work_of(code)
             ? observer_.sample(run, [this](std::chrono::nanoseconds time) { note_work(time); })
             : run();
}

int32_t KernelVariant::run_in_pieces(const VariantCode &loops, const GroupRange &groups) {
  compiler::NdRange range;
  GroupRange rest = split_into_pieces(groups, first_code_.description(), range);
  uint64_t count = 1;
  while (true) {
    GroupRange piece = rest;
    piece.last = std::min(rest.first + count, rest.last);
    const auto start = std::chrono::steady_clock::now();
    const int32_t status = piece.with(loops.function());
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - start;
    rest.first = piece.last;
    const bool is_long = time >= tuning::shortest_piece;
    note_piece(time, is_long ? time_of_command(piece, time) : time);
    if (status != 0 || rest.first == rest.last) {
      return status;
    }
    count *= is_long ? 1 : 2;
    VariantCode &code = this->code(rest.arguments, false);
    if (&code != &loops) {
      return run(rest, false);
    }
  }
}

void KernelVariant::note_piece(std::chrono::nanoseconds time,
                               std::chrono::nanoseconds time_of_command) {
  if (!counts_work()) {
    return;
  }
  note_work(time);
  if (observer_.is_enough(time_of_command) && counts_work()) {
    request_better_code();
  }
}

void KernelVariant::request_better_code() {
  if (observer_.wants_better_code()) {
    BackgroundCompiler::instance().enqueue(*this);
  }
}

void KernelVariant::count_use(const std::byte *arguments) {
  const UseObserver::Requests requests = observer_.count_use(arguments);
  if (requests.cache_lookup) {
    BackgroundCompiler::instance().enqueue(cache_lookup_);
  }
  if (requests.code) {
    BackgroundCompiler::instance().enqueue(*this);
  }
}

void KernelVariant::compile_at_once(const std::byte *arguments, bool starts_command) {
  const LockGuard guard(at_once_);
  // Once for each dispatch, so that code for all values runs as well.
  if (starts_command && store_.for_values(arguments) == nullptr &&
      observer_.count_use(arguments).code) {
    try {
      compile();
    } catch (const std::exception &) {
      // Out of memory: the kernel continues with its general code.
      observer_.settle();
    }
  }
}

void KernelVariant::compile() {
  if (!(observer_.take_packet_request() ? compile_packets() : compile_wanted())) {
    observer_.settle();
  }
}

bool KernelVariant::compile_packets() {
  std::unique_ptr<compiler::Program> program = compile_for(packets_of(*kind_));
  std::chrono::nanoseconds time_of_packets{};
  bool is_published = false;
  if (program != nullptr) {
    time_of_packets = likely_time_of_packets(*program);
    const std::chrono::nanoseconds compile_time = likely_compile_time(*program);
    is_published = store_.publish_for_now(std::move(program), compile_time);
  }
  if (!is_published) {
    return observer_.fall_back_to_all_values() && compile_wanted();
  }
  first_code_.replace_compile_time(time_of_packets);
  observer_.start_with_packets();
  observer_.watch_again();
  return true;
}

bool KernelVariant::compile_wanted() {
  const bool is_published =
      compile_and_publish() || (observer_.fall_back_to_all_values() && compile_and_publish());
  if (!is_published && observer_.wanted().empty()) {
    // So commands stay on the baseline code; without it none was requested.
    store_.for_all().enable_comparison();
  }
  const bool watches = is_published && observer_.may_want_values();
  if (watches) {
    observer_.watch_again();
  }
  return watches;
}

bool KernelVariant::compile_and_publish() {
  const FixedValues wanted = observer_.wanted();
  // The strategy that won for all values is likely to win for specific ones.
  std::optional<compiler::VectorizationStrategy> strategy =
      wanted.empty() ? std::nullopt : store_.for_all().winner();
  if (!strategy.has_value()) {
    strategy = strategy_of(kernel_description(), *kind_);
  }
  std::unique_ptr<compiler::Program> program =
      compile_for({kind_->range, wanted.list(), strategy, kind_->shape});
  observer_.count_code(wanted);
  if (program == nullptr) {
    return false;
  }
  const std::chrono::nanoseconds compile_time = likely_compile_time(*program);
  return store_.publish(std::move(program), wanted, compile_time);
}

void KernelVariant::publish_cached_code() {
  const std::optional<FixedValues> values = observer_.cached_values();
  if (!values.has_value()) {
    return;
  }
  compiler::Specialization cached{kind_->range, values->list(),
                                  strategy_of(kernel_description(), *kind_), kind_->shape};
  cached.only_cached = true;
  std::unique_ptr<compiler::Program> program = compile_for(cached);
  if (program == nullptr) {
    return;
  }
  const std::chrono::nanoseconds compile_time = likely_compile_time(*program);
  if (store_.publish(std::move(program), *values, compile_time)) {
    observer_.count_cached_code();
  }
}

std::unique_ptr<compiler::Program> KernelVariant::compile(
    const FixedValues &values, compiler::VectorizationStrategy strategy) const {
  return compile_for({kind_->range, values.list(), strategy, kind_->shape});
}

std::unique_ptr<compiler::Program> KernelVariant::compile_for(
    const compiler::Specialization &wanted) const {
  std::string error;
  std::unique_ptr<compiler::Program> program =
      context_.program().specialize(kernel_, wanted, error);
  if (program == nullptr) {
    return nullptr;
  }
  // Scratch memory and stack of recorded commands were sized for the first code.
  const compiler::KernelDescription &first = first_code_.description();
  const compiler::KernelDescription &special = program->kernel(0);
  const bool fits = special.local_memory_size == first.local_memory_size &&
                    special.packed_size == first.packed_size &&
                    special.storage_per_work_item <= first.storage_per_work_item &&
                    special.storage_per_group <= first.storage_per_group &&
                    special.stack_use <= compiler::stack_use_limit(first);
  return fits ? std::move(program) : nullptr;
}

}  // namespace mux::host
