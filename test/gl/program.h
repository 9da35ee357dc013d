// The frame of OpenGL test programs: a context of OpenGL ES 3.1 without a window, compute programs,
// and buffers.
//
// A program exits with 0 if its results are right, with 1 if not, and with 77 (skipped) if there is
// no such context.
#pragma once

#include <GLES3/gl31.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace gl_test {

// Makes a context of OpenGL ES 3.1 current. Without one, prints the reason and exits with 77.
void create_context();

// Compiles and links a compute shader and makes it current. If that fails, prints the log and exits
// with 1.
GLuint use_compute_program(const char *source);

// Creates a buffer and binds it to a binding of shader storage buffers.
GLuint create_storage(GLuint binding, const std::vector<uint32_t> &contents);

// Reads all of a shader storage buffer, after all commands.
std::vector<uint32_t> read_storage(GLuint buffer, size_t count);

// Compares results word for word and checks glGetError(). Returns the program's exit code, after
// printing the first difference.
int compare(const char *name, const std::vector<uint32_t> &result,
            const std::vector<uint32_t> &expected);

// If MUX_TEST_GL_REPEAT is set to a number, runs and finishes `dispatch` so often, and a tenth as
// many batches of 100 of it, and prints the least and the median time of one: the time with the way
// to the renderer and back, and about that of the kernel.
void measure(const char *name, const std::function<void()> &dispatch);

}  // namespace gl_test
