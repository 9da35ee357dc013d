/// @file
/// Notices source that says when it was compiled.
#pragma once

#include "compiler/interface/file_record.h"

namespace clang {
class Preprocessor;
}

namespace mux::compiler {

/// Has the record say that it is not complete as soon as __DATE__, __TIME__ or __TIMESTAMP__ is
/// used: the same source gives something else at another time.
/// @param record must outlive the preprocessor.
void note_time_macros(clang::Preprocessor &preprocessor, FileRecord &record);

}  // namespace mux::compiler
