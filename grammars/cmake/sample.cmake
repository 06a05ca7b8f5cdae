# A sample of the language.
#[[ and a comment
of several lines ]]
cmake_minimum_required(VERSION 3.20)
project(sample VERSION 1.0 LANGUAGES C CXX)
include(other.cmake)

set(SOURCES main.c "other file.c")
option(WITH_TESTS "Build the tests" ON)
list(APPEND SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/extra.c)

function(add_sample name value)
  message(STATUS "adding ${name} with ${value} and $ENV{HOME}")
  add_executable(${name} ${ARGN})
  return()
endfunction()

macro(twice what)
  add_sample(${what} 1)
  add_sample(${what} 2)
endmacro()

if(WITH_TESTS AND NOT WIN32)
  enable_testing()
  add_sample(first 1 ${SOURCES})
elseif(CMAKE_VERSION VERSION_LESS "3.25" OR (A STREQUAL "b"))
  message(WARNING "old")
else()
  message(FATAL_ERROR [=[bad]=])
endif()

foreach(item IN LISTS SOURCES)
  if(item MATCHES "c$")
    continue()
  endif()
  message("${item}")
endforeach()

while(counter GREATER 0)
  math(EXPR counter "${counter} - 1")
  break()
endwhile()

block(SCOPE_FOR VARIABLES)
  set(local 1)
endblock()

target_link_libraries(first PRIVATE m $<$<CONFIG:Debug>:debug>)
install(TARGETS first DESTINATION bin)
