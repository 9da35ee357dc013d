#include "vtest/server/renderer.h"

#include <mux/extensions.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "vtest/stream/decode.h"

namespace mux::vtest {

namespace {

ScreenHandle create_screen(const DeviceInfo &device) {
  mux_gallium_screen_t screen = nullptr;
  if (muxGalliumCreateScreen(device.device, device.allocator, &screen) != mux_success) {
    throw std::runtime_error(muxGetLastErrorMessage());
  }
  return ScreenHandle(screen);
}

mux_gallium_screen_info_t info_of(const ScreenHandle &screen) {
  mux_gallium_screen_info_t info{};
  if (muxGalliumGetScreenInfo(screen.get(), &info) != mux_success) {
    throw std::runtime_error(muxGetLastErrorMessage());
  }
  return info;
}

}  // namespace

mux_gallium_box_t to_box(const stream::Box &box) noexcept {
  return {box.x, box.y, box.z, box.width, box.height, box.depth};
}

Renderer::Renderer(const DeviceInfo &device, ClientLog &log)
    : log_(log),
      screen_(create_screen(device)),
      info_(info_of(screen_)),
      caps_(make_caps(screen_.get(), info_, device.level)),
      resources_(screen_.get(), log) {}

SubContext &Renderer::current() {
  if (current_ == nullptr) {
    select(0);
  }
  return *current_;
}

SubContext *Renderer::obtain(uint32_t id) {
  const auto found = contexts_.find(id);
  if (found != contexts_.end()) {
    return found->second.get();
  }
  if (contexts_.size() >= max_sub_contexts) {
    log_.warn_once("there are too many sub-contexts");
    return nullptr;
  }
  auto created = std::make_unique<SubContext>(screen_.get(), log_);
  return contexts_.emplace(id, std::move(created)).first->second.get();
}

void Renderer::select(uint32_t id) {
  SubContext *next = obtain(id);
  if (next == nullptr || next == current_) {
    return;
  }
  if (current_ != nullptr) {
    // Commands of all sub-contexts take effect in the order of the stream.
    current_->flush();
  }
  current_ = next;
}

std::shared_ptr<ResourceEntry> Renderer::find_entry(uint32_t handle, const char *what) {
  std::shared_ptr<ResourceEntry> entry = handle == 0 ? nullptr : resources_.find(handle);
  if (entry == nullptr && handle != 0) {
    log_.warn_once("resource " + std::to_string(handle) + " does not exist; needed by " + what);
  }
  return entry;
}

mux_gallium_resource_t Renderer::find_resource(stream::Resource resource, const char *what) {
  // The table holds the entry.
  const std::shared_ptr<ResourceEntry> entry = find_entry(resource.handle, what);
  return entry == nullptr ? nullptr : entry->resource.get();
}

mux_gallium_resource_t Renderer::find_buffer(stream::Resource resource, uint64_t offset,
                                             const char *what) {
  const std::shared_ptr<ResourceEntry> entry = find_entry(resource.handle, what);
  if (entry == nullptr) {
    return nullptr;
  }
  if (!entry->is_buffer() || offset >= entry->description.width) {
    log_.warn_once(std::string(what) + ": the resource is no buffer, or ends before the offset");
    return nullptr;
  }
  return entry->resource.get();
}

void Renderer::warn_undrawn(const char *what) {
  log_.warn_once(std::string(what) + ": not supported yet, nothing is drawn");
}

size_t Renderer::limit_slots(uint32_t start, size_t count, uint32_t slots, const char *what) {
  if (start >= slots) {
    log_.warn_once(std::string(what) + ": there is no slot " + std::to_string(start));
    return 0;
  }
  return std::min<size_t>(count, slots - start);
}

int Renderer::create_resource(const ResourceCreate &create) {
  file_ = {};
  const std::shared_ptr<ResourceEntry> entry = resources_.create(create, file_);
  if (!Resources::is_fence(create)) {
    return file_ ? file_.get() : -1;
  }
  for (const auto &[id, context] : contexts_) {
    if (FenceHandle fence = context->fence()) {
      entry->fences.push_back(std::move(fence));
    }
  }
  return create.data_size > 0 ? resources_.fence_file().get() : -1;
}

void Renderer::release_resource(uint32_t handle) {
  if (!resources_.remove(handle)) {
    log_.warn_once("resource " + std::to_string(handle) + " does not exist; to be released");
  }
}

void Renderer::submit(std::span<const uint32_t> words) {
  stream::CommandReader reader(words);
  stream::Header header;
  std::span<const uint32_t> fields;
  while (reader.next(header, fields)) {
    stream::decode(header, fields, command_);
    if (log_.enabled(LogLevel::debug)) {
      log_.write(LogLevel::debug, stream::print(command_));
    }
    std::visit([this](const auto &command) { execute(command); }, command_);
  }
  if (reader.words_left() > 0) {
    log_.warn_once("a submission ends within a command");
  }
  if (current_ != nullptr) {
    current_->flush();
  }
}

bool Renderer::is_busy(uint32_t handle, bool wait) {
  const std::shared_ptr<ResourceEntry> entry = handle == 0 ? nullptr : resources_.find(handle);
  if (entry == nullptr || contexts_.empty()) {
    return false;
  }
  for (const FenceHandle &fence : entry->fences) {
    bool signaled = true;
    current().check(muxGalliumFenceFinish(screen_.get(), current().get(), fence.get(),
                                          wait ? UINT64_MAX : 0, &signaled),
                    "wait");
    if (!signaled) {
      return true;
    }
  }
  if (!deliver_all(entry.get(), nullptr, wait)) {
    return true;
  }
  uint32_t references = 0;
  if (!entry->resource || !current().check(muxGalliumIsResourceReferenced(
                                               current().get(), entry->resource.get(), &references),
                                           "wait")) {
    return false;
  }
  if (references != 0 && wait) {
    for (const auto &[id, context] : contexts_) {
      context->finish();
    }
    return false;
  }
  return references != 0;
}

}  // namespace mux::vtest
