// Connects to the path at which Mesa's client connects, as a program under muxgl does.
//
// usage: fixed_path_client [MODE]
//   without a mode: exits with 0 if a server answers there, with 3 if not
//   exit NUMBER:    exits with NUMBER
//   kill NUMBER:    ends by that signal
//   wait:           prints "ready", and exits with 5 when it gets SIGTERM

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

bool is_answered() {
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, "/tmp/.virgl_test");
  // With the length that Mesa passes.
  if (connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0) {
    return false;
  }
  const uint32_t ping[2] = {0, 10};
  uint32_t reply[2] = {};
  return write(descriptor, ping, sizeof(ping)) == sizeof(ping) &&
         read(descriptor, reply, sizeof(reply)) == sizeof(reply) && reply[1] == 10;
}

void end(int /*signal*/) {
  _exit(5);
}

}  // namespace

int main(int argc, char **argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "exit") {
    return std::atoi(argv[2]);
  }
  if (mode == "kill") {
    raise(std::atoi(argv[2]));
  }
  if (mode == "wait") {
    std::signal(SIGTERM, end);
    std::puts("ready");
    std::fflush(stdout);
    for (;;) {
      pause();
    }
  }
  return is_answered() ? 0 : 3;
}
