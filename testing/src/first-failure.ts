import fc from "fast-check";

// A search for a smaller failing input asks a server more than an account may: everything fails from then on, until the
// test's time is over and the input is not told.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
