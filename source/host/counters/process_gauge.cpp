#include "host/counters/process_gauge.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace mux::host {

bool read_process_gauges(ProcessGauges &gauges) {
  const int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  char text[1024];
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) {
    return false;
  }
  text[length] = '\0';
  // The second field is the program's name in parentheses, with arbitrary characters. Field numbers
  // are those of proc(5).
  const char *after_name = std::strrchr(text, ')');
  unsigned long threads = 0;
  unsigned long pages = 0;
  if (after_name == nullptr ||
      std::sscanf(after_name + 1,
                  " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %lu %*d "
                  "%*u %*u %lu",
                  &threads, &pages) != 2) {
    return false;
  }
  gauges.threads = threads;
  gauges.resident_bytes = pages * static_cast<unsigned long>(sysconf(_SC_PAGESIZE));
  return true;
}

}  // namespace mux::host
