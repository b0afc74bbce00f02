import { listed, parseTags } from "./tags.ts";

/**
 * Whether a key record (RFC 6376 section 3.6.1) allows the signature that it verified: a key for e-mail and SHA-256, of the
 * signature's algorithm (RFC 8463 section 4), for its identity (`t=s`, and the older `g=`, RFC 4871), and not in test mode
 * (`t=y`), in which mail counts as unsigned.
 */
export function keyAllows(record: string, signature: ReadonlyMap<string, string>): boolean {
  const key = parseTags(record);
  if (key === undefined) return false;
  if (key.has("v") && (key.get("v") !== "DKIM1" || !/^\s*v\s*=/.test(record))) return false;
  const kind = (key.get("k") ?? "rsa").toLowerCase();
  if (signature.get("a")?.toLowerCase() !== `${kind}-sha256`) return false;
  const services = listed(key, "s");
  if (services !== undefined && !services.includes("*") && !services.includes("email")) return false;
  if (listed(key, "h")?.includes("sha256") === false) return false;
  const domain = signature.get("d")?.toLowerCase() ?? "";
  const identity = signature.get("i") ?? `@${domain}`;
  const at = identity.lastIndexOf("@");
  const flags = listed(key, "t") ?? [];
  if (flags.includes("y") || (flags.includes("s") && identity.slice(at + 1).toLowerCase() !== domain)) return false;
  const granularity = key.get("g");
  return granularity === undefined || granularityCovers(granularity, identity.slice(0, at));
}

/** RFC 4871 section 3.6.1: the local part, with one `*` as a wildcard; an empty value covers nothing. */
function granularityCovers(granularity: string, localPart: string): boolean {
  if (granularity === "") return false;
  const star = granularity.indexOf("*");
  if (star === -1) return granularity === localPart;
  const [before, after] = [granularity.slice(0, star), granularity.slice(star + 1)];
  return localPart.length >= before.length + after.length && localPart.startsWith(before) && localPart.endsWith(after);
}
