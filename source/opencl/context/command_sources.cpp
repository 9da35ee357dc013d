#include "opencl/context/command_sources.h"

namespace mux::opencl {

void CommandSources::add(CommandSource &source) {
  const std::lock_guard guard(lock_);
  sources_.push_back(&source);
}

void CommandSources::remove(const CommandSource &source) noexcept {
  const std::lock_guard guard(lock_);
  std::erase(sources_, &source);
}

std::vector<Ref<CommandSource>> CommandSources::alive() const {
  std::vector<Ref<CommandSource>> held;
  const std::lock_guard guard(lock_);
  held.reserve(sources_.size());
  for (CommandSource *source : sources_) {
    if (source->hold_if_alive()) {
      held.emplace_back(source);
      source->drop();
    }
  }
  return held;
}

void CommandSources::flush() const {
  for (const Ref<CommandSource> &source : alive()) {
    source->flush();
  }
}

void CommandSources::finish() const {
  const std::vector<Ref<CommandSource>> sources = alive();
  // All are flushed first: commands of one queue may wait for those of another.
  for (const Ref<CommandSource> &source : sources) {
    source->flush();
  }
  for (const Ref<CommandSource> &source : sources) {
    source->finish();
  }
}

}  // namespace mux::opencl
