/// @file
/// Starts of programs that share a cache.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "process.h"
#include "scratch.h"

namespace mux::test {

using Variables = std::map<std::string, std::string>;

/// Runs a program to its end, with a cache in the folder.
/// @param variables more of its environment.
ProcessResult start(const ScratchFolder &folder, const std::vector<std::string> &command,
                    const Variables &variables = {});

/// muxcc with these arguments.
ProcessResult start_muxcc(const ScratchFolder &folder, std::vector<std::string> arguments,
                          const Variables &variables = {});

/// muxrun with the kernel `fill` of a file, on eight integers; prints them.
ProcessResult start_fill(const ScratchFolder &folder, const std::filesystem::path &source,
                         const std::vector<std::string> &arguments = {},
                         const Variables &variables = {});

/// Writes source with a kernel `fill` that gives each work-item's integer this value.
std::filesystem::path write_fill(const ScratchFolder &folder, const std::string &value,
                                 const std::string &before = "");

/// What the entries of the cache are, sorted.
std::vector<std::string> labels(const ScratchFolder &folder);
/// How many of them begin so.
size_t count(const ScratchFolder &folder, const std::string &beginning);

/// Makes all entries look as if they had not been used for days.
void forget_uses(const ScratchFolder &folder);
/// What the entries are that were used since.
std::vector<std::string> used_labels(const ScratchFolder &folder);

}  // namespace mux::test
