#include "program.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace gl_test {

namespace {

[[noreturn]] void skip(const char *reason) {
  std::printf("skipped: %s\n", reason);
  std::exit(77);
}

[[noreturn]] void fail(const char *what, const char *text) {
  std::printf("%s: %s\n", what, text);
  std::exit(1);
}

// The times of one dispatch in microseconds, sorted, of batches that end with glFinish().
std::vector<double> finished_times(const std::function<void()> &dispatch, int batches, int size) {
  std::vector<double> times;
  glFinish();
  for (int batch = 0; batch < batches; ++batch) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < size; ++i) {
      dispatch();
    }
    glFinish();
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    times.push_back(time.count() / size);
  }
  std::sort(times.begin(), times.end());
  return times;
}

void print_times(const char *name, const std::vector<double> &times) {
  std::printf("%s: minimum %.1f us, median %.1f us\n", name, times.front(),
              times[times.size() / 2]);
}

}  // namespace

void create_context() {
  auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) {
    skip("EGL has no platforms");
  }
  EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
    skip("EGL has no surfaceless display (package libegl-mesa0)");
  }
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1,
                               EGL_NONE};
  eglBindAPI(EGL_OPENGL_ES_API);
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (context == EGL_NO_CONTEXT ||
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE) {
    skip("no context of OpenGL ES 3.1 (package libgl1-mesa-dri)");
  }
  std::printf("renderer: %s\n", reinterpret_cast<const char *>(glGetString(GL_RENDERER)));
}

GLuint use_compute_program(const char *source) {
  const GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &source);
  GLint linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == GL_FALSE) {
    char log[4096] = "";
    glGetProgramInfoLog(program, sizeof log, nullptr, log);
    fail("the shader does not compile", log);
  }
  glUseProgram(program);
  return program;
}

GLuint create_storage(GLuint binding, const std::vector<uint32_t> &contents) {
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
  glBufferData(GL_SHADER_STORAGE_BUFFER, GLsizeiptr(contents.size() * sizeof(uint32_t)),
               contents.data(), GL_DYNAMIC_COPY);
  return buffer;
}

std::vector<uint32_t> read_storage(GLuint buffer, size_t count) {
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
  const auto bytes = GLsizeiptr(count * sizeof(uint32_t));
  const auto *words = static_cast<const uint32_t *>(
      glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, bytes, GL_MAP_READ_BIT));
  if (words == nullptr) {
    fail("glMapBufferRange", "no memory");
  }
  std::vector<uint32_t> result(words, words + count);
  glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
  return result;
}

int compare(const char *name, const std::vector<uint32_t> &result,
            const std::vector<uint32_t> &expected) {
  if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
    std::printf("%s: glGetError() is 0x%x\n", name, error);
    return 1;
  }
  if (result.size() != expected.size()) {
    std::printf("%s: %zu results instead of %zu\n", name, result.size(), expected.size());
    return 1;
  }
  for (size_t i = 0; i < result.size(); ++i) {
    if (result[i] != expected[i]) {
      std::printf("%s: result %zu is %u instead of %u\n", name, i, result[i], expected[i]);
      return 1;
    }
  }
  return 0;
}

void measure(const char *name, const std::function<void()> &dispatch) {
  const char *repeat = std::getenv("MUX_TEST_GL_REPEAT");
  if (repeat == nullptr || std::atoi(repeat) < 1) {
    return;
  }
  const int repeats = std::atoi(repeat);
  print_times(name, finished_times(dispatch, repeats, 1));
  // The first dispatch of a batch pays for the way to the renderer and back, the others for theirs
  // beside the kernels that run already.
  print_times("  one of a batch of 100", finished_times(dispatch, (repeats + 9) / 10, 100));
}

}  // namespace gl_test
