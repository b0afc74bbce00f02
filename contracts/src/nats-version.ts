/**
 * The oldest server of the bus. Older ones have no `sync_interval`, no consumers with several filters, and ignore the reason
 * given to `term`.
 */
export const OLDEST_NATS = "2.10";

/** Whether a version, of the server or of a Debian package of it, is one that Satchel runs on. */
export function isSupportedNats(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NATS.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
