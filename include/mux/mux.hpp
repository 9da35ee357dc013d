/// @file
/// C++20 on top of the C API: owning handles, exceptions, spans.
///
/// The parts are in mux/cpp/; include this header to get them all. Header-only and thin: every
/// class holds the object of the C API that get() returns, and the two styles mix freely. Each
/// owning handle is movable, not copyable, and destroys its object with the allocator it was
/// created with, which is that of its device.
///
/// **Lifetimes.** The Device must be destroyed last: declare it first. A Kernel requires its
/// Executable; a CommandBuffer requires everything that was recorded into it, until it is reset or
/// destroyed. While it is in flight, no object that it uses may be destroyed: wait for its fence
/// first.
///
/// **Errors.** A function that fails throws mux::Error with the mux_result_t and the text of
/// muxGetLastErrorMessage(); source that does not compile throws mux::CompileError with the
/// compiler's log. Destructors do not throw.
///
/// **Threads.** Each function has the thread safety of the entry point that it calls.
///
///     mux::Device device;
///     mux::Compilation compilation(source, "-cl-std=CL3.0");
///     mux::Executable executable(device, compilation.binary());
///     mux::Kernel triad(executable, "triad");
///     mux::Buffer a(device, bytes), b(device, bytes), c(device, bytes);
///     mux::CommandBuffer commands(device);
///     commands.nd_range(triad, {mux::argument(a), mux::argument(b), mux::argument(c),
///                               mux::argument(3.0f)}, mux::NdRange({count}, {64}));
///     commands.finalize();
///     device.queue().run(commands);

#ifndef MUX_MUX_HPP
#define MUX_MUX_HPP

#include <mux/cpp/command_buffer.hpp>
#include <mux/cpp/device.hpp>
#include <mux/cpp/error.hpp>
#include <mux/cpp/image.hpp>
#include <mux/cpp/memory.hpp>
#include <mux/cpp/program.hpp>
#include <mux/cpp/query_pool.hpp>

#endif  // MUX_MUX_HPP
