/** Settings of PostgreSQL for test data, which need not survive a power loss. */
export const FAST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
};
