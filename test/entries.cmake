# Entries of CTest for a test program: one for each of its files with test cases, NAME.FILE. What the
# tests of a file compile, they compile once.
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

# A search among random things that takes minutes to hours, with another seed each time, which it
# prints: not one of the tests that always run, but of `ctest -C long` (scripts/test --long).
function(mux_long_search name)
  cmake_parse_arguments(PARSE_ARGV 1 argument "" "" "COMMAND;ENVIRONMENT")
  add_test(NAME long.${name} CONFIGURATIONS long COMMAND ${argument_COMMAND})
  set_tests_properties(long.${name} PROPERTIES LABELS long TIMEOUT 14400
                       ENVIRONMENT "${argument_ENVIRONMENT}")
endfunction()

# Puts tests first that take long, so that none of them is left over at the end. `seconds` says how
# long about: CTest begins with the largest.
function(mux_test_takes seconds)
  set_tests_properties(${ARGN} PROPERTIES COST ${seconds})
endfunction()
