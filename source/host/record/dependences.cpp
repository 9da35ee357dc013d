#include "host/record/dependences.h"

#include <algorithm>
#include <new>

#include "host/record/tuning.h"

namespace mux::host {

void *AllocatorResource::do_allocate(size_t size, size_t alignment) {
  void *memory = allocator_.allocate(size, alignment);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

void AllocatorResource::do_deallocate(void *memory, size_t, size_t) {
  allocator_.release(memory);
}

Dependences::Dependences(uint32_t command_count, const Allocator &allocator)
    : upstream_(allocator),
      memory_(own_memory_.data(), own_memory_.size(), &upstream_),
      edges_(&memory_),
      last_successor_(command_count, none, &memory_),
      command_count_(command_count) {
  edges_.reserve(command_count);
}

void Dependences::begin_command() {
  current_ = next_command_++;
  after_fence_ = fence_ == none;
}

void Dependences::end_command() {
  if (!after_fence_) {
    order(fence_, current_);
  }
}

void Dependences::order(uint32_t from, uint32_t to) {
  if (from == none || from == to) {
    return;
  }
  if (to == current_ &&
      (from >= command_count_ ? from - command_count_ >= joins_before_fence_ : from >= fence_)) {
    after_fence_ = true;
  }
  if (last_successor_[from] != to) {
    last_successor_[from] = to;
    edges_.push_back({from, to});
  }
}

uint32_t Dependences::add_join() {
  last_successor_.push_back(none);
  return command_count_ + join_count_++;
}

void Dependences::fence() {
  // Commands with a successor are ordered through it.
  const auto wait_for_last = [this](uint32_t first, uint32_t last) {
    for (uint32_t command = first; command < last; ++command) {
      if (last_successor_[command] == none) {
        order(command, current_);
      }
    }
  };
  wait_for_last(fence_ == none ? 0 : fence_, current_);
  wait_for_last(command_count_ + joins_before_fence_, command_count_ + join_count_);
  segments_.clear();
  fence_ = current_;
  joins_before_fence_ = join_count_;
  after_fence_ = true;
}

uint32_t Dependences::add_reader(uint32_t command, uint32_t list) {
  const uint32_t length = list == none || readers_[list].join != none ? 0 : readers_[list].length;
  readers_.push_back({command, list, length + 1, none});
  return static_cast<uint32_t>(readers_.size() - 1);
}

void Dependences::order_readers(uint32_t list, uint32_t to) {
  // The newest reader is first. If it is the current command, it is skipped, so that the command
  // does not become its own predecessor through a join.
  if (list != none && readers_[list].command == current_) {
    list = readers_[list].next;
  }
  if (list == none) {
    return;
  }
  if (readers_[list].join == none && readers_[list].length > tuning::join_degree) {
    join_readers(list);
  }
  for (uint32_t node = list; node != none; node = readers_[node].next) {
    if (readers_[node].join != none) {
      order(readers_[node].join, to);
      break;
    }
    order(readers_[node].command, to);
  }
}

void Dependences::join_readers(uint32_t list) {
  unjoined_.clear();
  uint32_t older = none;
  for (uint32_t node = list; node != none && older == none; node = readers_[node].next) {
    older = readers_[node].join;
    if (older == none) {
      unjoined_.push_back(node);
    }
  }
  for (size_t last = unjoined_.size(); last != 0;) {
    const size_t first = last > tuning::join_degree ? last - tuning::join_degree : 0;
    const uint32_t join = add_join();
    order(older, join);
    for (size_t index = first; index != last; ++index) {
      order(readers_[unjoined_[index]].command, join);
    }
    readers_[unjoined_[first]].join = join;
    older = join;
    last = first;
  }
}

void Dependences::touch(const std::byte *memory, uint64_t size, bool writes) {
  if (size == 0) {
    return;
  }
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  // Clamped, so that `end` does not overflow; no memory contains the last address.
  const uintptr_t end = begin + std::min<uint64_t>(size, UINTPTR_MAX - begin);
  cut(begin);
  cut(end);
  if (writes) {
    write(begin, end);
  } else {
    read(begin, end);
  }
}

void Dependences::cut(uintptr_t address) {
  auto after = segments_.lower_bound(address);
  if (after == segments_.begin()) {
    return;
  }
  Segment &before = std::prev(after)->second;
  if (before.end > address) {
    segments_.emplace_hint(after, address, before);
    before.end = address;
  }
}

void Dependences::write(uintptr_t begin, uintptr_t end) {
  auto next = segments_.lower_bound(begin);
  const auto first = next;
  const bool begins_there = next != segments_.end() && next->first == begin;
  uintptr_t covered = begin;
  bool untouched = false;
  while (next != segments_.end() && next->first < end) {
    const Segment &segment = next->second;
    untouched |= next->first != covered;
    covered = segment.end;
    // Readers are already ordered after the writer.
    if (segment.readers == none) {
      order(segment.writer, current_);
    } else {
      order_readers(segment.readers, current_);
    }
    // The first segment is extended to the whole range if it begins there; the others are removed.
    next = begins_there && next == first ? std::next(next) : segments_.erase(next);
  }
  if (untouched || covered != end) {
    order(fence_, current_);
  }
  const Segment written{end, current_, none};
  if (begins_there) {
    first->second = written;
  } else {
    segments_.emplace_hint(next, begin, written);
  }
}

void Dependences::read(uintptr_t begin, uintptr_t end) {
  auto next = segments_.lower_bound(begin);
  if (crowded(next, end)) {
    next = coalesce(next, begin, end);
  }
  uintptr_t covered = begin;
  const auto fill_gap = [&](uintptr_t gap_end) {
    if (covered != gap_end) {
      order(fence_, current_);
      segments_.emplace_hint(next, covered, Segment{gap_end, fence_, add_reader(current_, none)});
    }
  };
  while (next != segments_.end() && next->first < end) {
    fill_gap(next->first);
    Segment &segment = next->second;
    order(segment.writer, current_);
    if (segment.readers == none || readers_[segment.readers].command != current_) {
      segment.readers = add_reader(current_, segment.readers);
    }
    covered = segment.end;
    ++next;
  }
  fill_gap(end);
}

bool Dependences::crowded(Segments::iterator first, uintptr_t end) const {
  uint32_t count = 0;
  for (; first != segments_.end() && first->first < end; ++first) {
    if (++count > tuning::join_degree) {
      return true;
    }
  }
  return false;
}

Dependences::Segments::iterator Dependences::coalesce(Segments::iterator first, uintptr_t begin,
                                                      uintptr_t end) {
  const uint32_t writers = add_join();
  uint32_t readers = none;
  order(fence_, writers);
  while (first != segments_.end() && first->first < end) {
    const Segment segment = first->second;
    order(segment.writer, writers);
    if (segment.readers != none) {
      readers = readers == none ? add_join() : readers;
      order_readers(segment.readers, readers);
    }
    first = segments_.erase(first);
  }
  const uint32_t list = readers == none ? none : add_reader(readers, none);
  return segments_.emplace_hint(first, begin, Segment{end, writers, list});
}

}  // namespace mux::host
