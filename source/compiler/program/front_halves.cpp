#include "compiler/program/front_halves.h"

#include <pthread.h>

#include <exception>
#include <iterator>
#include <utility>

#include "support/mutex.h"

namespace mux::compiler {

/// All front halves of the process.
class FrontHalfStore {
 public:
  /// Never destroyed, since threads may compile while the process exits.
  static FrontHalfStore &instance() {
    static FrontHalfStore &store = *new FrontHalfStore;
    return store;
  }

  SharedFrontHalf find(FrontHalves &owner, const std::string &kernel) {
    if (!survives_forks_) {
      return nullptr;
    }
    const MutexGuard guard(mutex_);
    const auto found = owner.kept_.find(kernel);
    if (found == owner.kept_.end()) {
      return nullptr;
    }
    ++counts_.used;
    kept_.splice(kept_.begin(), kept_, found->second);
    return found->second->front_half;
  }

  void keep(FrontHalves &owner, const std::string &kernel, SharedFrontHalf front_half) {
    const uint64_t size = front_half->size();
    if (!survives_forks_ || size > max_front_half_bytes) {
      return;
    }
    // Lists are declared before the lock is taken, so that what they own is destroyed without it.
    FrontHalves::KeptList evicted;
    FrontHalves::KeptList added;
    added.push_front({&owner, kernel, std::move(front_half)});
    const MutexGuard guard(mutex_);
    if (!owner.kept_.emplace(kernel, added.begin()).second) {
      return;
    }
    while (counts_.bytes + size > max_front_half_bytes) {
      evict_last(evicted);
    }
    kept_.splice(kept_.begin(), added);
    counts_.bytes += size;
    ++counts_.kept;
  }

  void drop(FrontHalves &owner) {
    if (!survives_forks_) {
      return;
    }
    FrontHalves::KeptList dropped;
    const MutexGuard guard(mutex_);
    for (const auto &[kernel, place] : owner.kept_) {
      counts_.bytes -= place->front_half->size();
      dropped.splice(dropped.begin(), kept_, place);
    }
    owner.kept_.clear();
  }

  FrontHalves::Counts counts() {
    const MutexGuard guard(mutex_);
    return counts_;
  }

 private:
  FrontHalfStore()
      : survives_forks_(
            pthread_atfork([]() MUX_NO_THREAD_SAFETY_ANALYSIS { instance().mutex_.lock(); },
                           []() MUX_NO_THREAD_SAFETY_ANALYSIS { instance().mutex_.unlock(); },
                           []() MUX_NO_THREAD_SAFETY_ANALYSIS { instance().mutex_.unlock(); }) ==
            0) {}

  void evict_last(FrontHalves::KeptList &evicted) MUX_REQUIRES(mutex_) {
    FrontHalves::Kept &last = kept_.back();
    counts_.bytes -= last.front_half->size();
    ++counts_.evicted;
    last.owner->kept_.erase(last.kernel);
    evicted.splice(evicted.begin(), kept_, std::prev(kept_.end()));
  }

  /// Whether a forked child finds the lock free: it has only the forking thread, so another thread
  /// must not hold it then. If not, for lack of memory, nothing is kept.
  const bool survives_forks_;
  Mutex mutex_;
  /// Most recently used first.
  FrontHalves::KeptList kept_ MUX_GUARDED_BY(mutex_);
  FrontHalves::Counts counts_ MUX_GUARDED_BY(mutex_);
};

FrontHalves::~FrontHalves() {
  FrontHalfStore::instance().drop(*this);
}

SharedFrontHalf FrontHalves::find(const std::string &kernel) noexcept {
  return FrontHalfStore::instance().find(*this, kernel);
}

void FrontHalves::keep(const std::string &kernel, SharedFrontHalf front_half) noexcept {
  try {
    FrontHalfStore::instance().keep(*this, kernel, std::move(front_half));
  } catch (const std::exception &) {
    // Out of memory: the next code is compiled from the bitcode.
    return;
  }
}

FrontHalves::Counts FrontHalves::counts() noexcept {
  return FrontHalfStore::instance().counts();
}

}  // namespace mux::compiler
