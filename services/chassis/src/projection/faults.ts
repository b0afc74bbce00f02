// Classes of SQLSTATE (PostgreSQL manual, appendix A) in which trying again later can help: connection, transaction
// rollback, resources, operator intervention, system error. And a schema or table that is gone, for it is made anew.
const TRANSIENT = new Set(["08", "25", "40", "53", "55", "57", "58", "3F"]);
const UNDEFINED_TABLE = "42P01";

/** Whether a failed transaction is worth trying again as it is. Errors without a SQLSTATE come from the connection. */
export function isTransient(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return !(error instanceof TypeError);
  return code === UNDEFINED_TABLE || TRANSIENT.has(code.slice(0, 2));
}
