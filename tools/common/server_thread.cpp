#include "common/server_thread.h"

#include <exception>
#include <utility>

namespace mux::tools {

ServerThread::ServerThread(std::string socket_path, const ServerOptions &options)
    : log_(options.log_level),
      server_({device_.get(), device_.allocator(), options.level}, std::move(socket_path), log_),
      thread_([this] {
        try {
          server_.run();
        } catch (const std::exception &error) {
          log_.write(vtest::LogLevel::error, error.what());
        }
      }) {}

ServerThread::~ServerThread() {
  server_.stop();
  thread_.join();
}

}  // namespace mux::tools
