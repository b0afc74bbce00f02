/** Where the servers of the tests come from: the embedded ones, or containers with `TEST_BACKEND=containers`. */
export function usesContainers(): boolean {
  const backend = process.env.TEST_BACKEND || "embedded";
  if (backend !== "embedded" && backend !== "containers") {
    throw new Error(`TEST_BACKEND is "${backend}": it must be "embedded" or "containers"`);
  }
  return backend === "containers";
}
