#include "vtest/server/renderer.h"
#include "vtest/stream/decode.h"

namespace mux::vtest {

void Renderer::execute(const stream::Unknown &command) {
  log_.warn_once(stream::print(command));
}

void Renderer::execute(const stream::Malformed &command) {
  log_.warn_once(stream::print(command));
}

void Renderer::execute(const stream::SetSubContext &command) {
  select(command.id);
}

void Renderer::execute(const stream::CreateSubContext &command) {
  obtain(command.id);
}

void Renderer::execute(const stream::DestroySubContext &command) {
  const auto found = contexts_.find(command.id);
  if (found == contexts_.end()) {
    return;
  }
  // The client may still read results, which the context holds.
  deliver_all(nullptr, found->second.get(), true);
  if (current_ == found->second.get()) {
    current_ = nullptr;
  }
  contexts_.erase(found);
}

void Renderer::execute(const stream::GetMemoryInfo & /*command*/) {
  log_.warn_once("GET_MEMORY_INFO is not offered");
}

}  // namespace mux::vtest
