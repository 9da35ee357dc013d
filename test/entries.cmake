# Under sanitizers the label `fast` has the tests of memory handling by host code: of entry points, readers
# and parsers, the queue, the cache, threads. Of tests that compile kernels and compare their results it has
# those that are left out nowhere below, among them an example of each pass: compiled kernels and LLVM are not
# instrumented, so the others would find what they find in the release build. Files of tests without the label
# are not compiled.
option(MUX_SANITIZE_ALL_TESTS "Under sanitizers, compile all tests and label them as elsewhere" OFF)
set(MUX_ONLY_CHECKED_TESTS OFF)
if(MUX_SANITIZE AND NOT MUX_SANITIZE_ALL_TESTS)
  set(MUX_ONLY_CHECKED_TESTS ON)
endif()

# Removes FILE.cpp for each of these names from a list of sources, if only checked tests are built.
function(mux_leave_out_unchecked list)
  if(MUX_ONLY_CHECKED_TESTS)
    list(JOIN ARGN "|" names)
    list(FILTER ${list} EXCLUDE REGEX "/(${names})\\.cpp$")
    set(${list} "${${list}}" PARENT_SCOPE)
  endif()
endfunction()

# Removes the label of tests, if only checked tests are built.
function(mux_leave_unchecked)
  if(MUX_ONLY_CHECKED_TESTS)
    set_tests_properties(${ARGN} PROPERTIES LABELS "")
  endif()
endfunction()

# Adds a CTest entry NAME.FILE for each file with test cases of a test program. Kernels used by
# several tests of a file are compiled once.
function(mux_test_files program name)
  cmake_parse_arguments(PARSE_ARGV 2 argument "" "" "SOURCES;LABELS")
  foreach(source ${argument_SOURCES})
    get_filename_component(file ${source} NAME_WE)
    if(file MATCHES "^(.*)_test$")
      add_test(NAME ${name}.${CMAKE_MATCH_1} COMMAND ${program} -\# "[#${file}]~[.]")
      set_tests_properties(${name}.${CMAKE_MATCH_1} PROPERTIES TIMEOUT 900
                           LABELS "${argument_LABELS}")
    else()
      file(STRINGS ${source} cases REGEX "^(TEMPLATE_)?TEST_CASE")
      if(cases)
        message(FATAL_ERROR "${source} has test cases: its name has to end in _test.cpp")
      endif()
    endif()
  endforeach()
endfunction()

# Adds a randomized search of minutes to hours that prints its seed, new in each run: not part of
# the default tests, but of `ctest -C long` (scripts/test --long).
function(mux_long_search name)
  cmake_parse_arguments(PARSE_ARGV 1 argument "" "" "COMMAND;ENVIRONMENT")
  add_test(NAME long.${name} CONFIGURATIONS long COMMAND ${argument_COMMAND})
  set_tests_properties(long.${name} PROPERTIES LABELS long TIMEOUT 14400
                       ENVIRONMENT "${argument_ENVIRONMENT}")
endfunction()

# Sets the approximate run time in seconds: CTest starts long tests first, so that none of them runs
# alone at the end.
function(mux_test_takes seconds)
  set_tests_properties(${ARGN} PROPERTIES COST ${seconds})
endfunction()

# These tests run kernels that Clang has optimized, and not those that it has not, which become nearly
# the same code. For tests that repeat others, on another processor or under a sanitizer.
function(mux_test_one_clang_level)
  set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT MUX_TEST_CLANG_LEVEL=O2)
endfunction()
