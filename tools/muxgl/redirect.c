/// @file
/// A library to preload into OpenGL programs: connects Mesa's virgl client, whose socket has a
/// fixed path, to the socket that MUXGL_SOCKET names.
///
/// Every other connection is made as without the library. It allocates nothing and depends on the C
/// library alone, because it is loaded into any program.

// For RTLD_NEXT.
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

typedef int (*connect_function)(int, const struct sockaddr *, socklen_t);

static const char mesa_socket[] = "/tmp/.virgl_test";
static struct sockaddr_un replacement;
static connect_function next_connect;

/// Reads the variable before the program can change its environment.
__attribute__((constructor)) static void initialize(void) {
  const char *path = getenv("MUXGL_SOCKET");
  if (path != NULL && strlen(path) < sizeof(replacement.sun_path)) {
    replacement.sun_family = AF_UNIX;
    strcpy(replacement.sun_path, path);
  }
  next_connect = (connect_function)dlsym(RTLD_NEXT, "connect");
}

/// Whether an address is the path of Mesa's client, with or without a final null character.
static int is_mesa_socket(const struct sockaddr *address, socklen_t length) {
  const struct sockaddr_un *un = (const struct sockaddr_un *)address;
  const size_t path_offset = offsetof(struct sockaddr_un, sun_path);
  return address != NULL && length >= path_offset + sizeof(mesa_socket) - 1 &&
         address->sa_family == AF_UNIX &&
         strncmp(un->sun_path, mesa_socket, length - path_offset) == 0;
}

__attribute__((visibility("default"))) int connect(int descriptor, const struct sockaddr *address,
                                                   socklen_t length) {
  if (next_connect == NULL) {
    // Called by a constructor that runs before ours.
    initialize();
    if (next_connect == NULL) {
      errno = ENOSYS;
      return -1;
    }
  }
  if (replacement.sun_family == AF_UNIX && is_mesa_socket(address, length)) {
    address = (const struct sockaddr *)&replacement;
    length = sizeof(replacement);
  }
  return next_connect(descriptor, address, length);
}
