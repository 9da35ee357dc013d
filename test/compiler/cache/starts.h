/// @file
/// Runs programs that share a cache.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "process.h"
#include "scratch.h"

namespace mux::test {

using Variables = std::map<std::string, std::string>;

/// Runs a program with its cache in the folder.
/// @param variables additional environment.
ProcessResult start(const ScratchFolder &folder, const std::vector<std::string> &command,
                    const Variables &variables = {});

/// Runs muxcc with these arguments.
ProcessResult start_muxcc(const ScratchFolder &folder, std::vector<std::string> arguments,
                          const Variables &variables = {});

/// Runs muxrun with the kernel `fill` of a file, on eight integers, and prints them.
ProcessResult start_fill(const ScratchFolder &folder, const std::filesystem::path &source,
                         const std::vector<std::string> &arguments = {},
                         const Variables &variables = {});

/// Writes source with a kernel `fill` that sets each work-item's integer to this value.
std::filesystem::path write_fill(const ScratchFolder &folder, const std::string &value,
                                 const std::string &before = "");

/// The labels of the cache's entries, sorted.
std::vector<std::string> labels(const ScratchFolder &folder);
/// The number of entries whose label has this prefix.
size_t count(const ScratchFolder &folder, const std::string &beginning);

/// Sets the last use of all entries to several days ago.
void forget_uses(const ScratchFolder &folder);
/// The labels of entries used since.
std::vector<std::string> used_labels(const ScratchFolder &folder);

}  // namespace mux::test
