/// @file
/// Command line options of the tools that run a vtest server.
#pragma once

#include "common/argument_parser.h"
#include "vtest/server/caps.h"
#include "vtest/server/log.h"

namespace mux::tools {

struct ServerOptions {
  vtest::Level level = vtest::Level::opengl_4_3;
  vtest::LogLevel log_level = vtest::LogLevel::warn;
};

/// Adds the options --log and --level, which write to `options` when the command line is parsed.
/// Without --log, the level is that of MUX_LOG, else `warn`.
void add_server_options(ArgumentParser &parser, ServerOptions &options);

/// Lets the process have as many open files as the system allows: each client needs one, and
/// another one for each resource while it is made.
void raise_file_limit() noexcept;

}  // namespace mux::tools
