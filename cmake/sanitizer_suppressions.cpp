// What the sanitizers are told about libraries that are not compiled with them, in every program
// that is built with sanitizers. HDF5 1.10 and matio 1.5 read .h5ad and .mat files: where one is
// damaged they give up without freeing all that they have, and a few times copy between parts of
// their own memory that overlap or were freed. That is for their authors to mend (SECURITY.md says
// so). What goes wrong in our code for it is reported as anything else.
extern "C" {

const char* __asan_default_suppressions();
const char* __lsan_default_suppressions();
const char* __lsan_default_options();

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the sanitizers' names
const char* __asan_default_suppressions() {
  return "interceptor_via_lib:libhdf5\ninterceptor_via_lib:libmatio\n";
}

const char* __lsan_default_suppressions() { return "leak:libhdf5\nleak:libmatio\n"; }

const char* __lsan_default_options() { return "print_suppressions=0"; }
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
}
