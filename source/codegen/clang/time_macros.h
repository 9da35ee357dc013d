/// @file
/// Detects source that depends on the time of compilation.
#pragma once

#include "compiler/interface/file_record.h"

namespace clang {
class Preprocessor;
}

namespace mux::compiler {

/// Marks the record as incomplete when __DATE__, __TIME__ or __TIMESTAMP__ is used: the same source
/// gives another result at another time.
/// @param record must outlive the preprocessor.
void record_time_macros(clang::Preprocessor &preprocessor, FileRecord &record);

}  // namespace mux::compiler
