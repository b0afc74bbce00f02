import { SIGNATURE_CHARS, SIGNATURES_PER_MAIL } from "../limits.ts";

const HEADER_END = Buffer.from("\r\n\r\n");

/**
 * Takes the signatures out of a raw mail that must not count, before any is verified: so every signature that the
 * verifier passes is one that we accept. With them go the ARC fields, which we don't trust, and signatures beyond
 * {@link SIGNATURES_PER_MAIL}. A signature is not covered by another one (RFC 6376 section 5.4), so the rest stay valid.
 */
export function withAcceptableSignatures(raw: Buffer): Buffer {
  const end = raw.indexOf(HEADER_END);
  if (end === -1) return raw;
  let signatures = 0;
  const header = raw.toString("latin1", 0, end);
  const kept = header.split(/\r\n(?![ \t])/).filter((field) => {
    const name = field.slice(0, field.indexOf(":")).trim().toLowerCase();
    if (name.startsWith("arc-")) return false;
    if (name !== "dkim-signature") return true;
    if (field.length > SIGNATURE_CHARS) return false;
    return isAcceptable(parseTags(field.slice(field.indexOf(":") + 1))) && ++signatures <= SIGNATURES_PER_MAIL;
  });
  return Buffer.concat([Buffer.from(kept.join("\r\n"), "latin1"), raw.subarray(end)]);
}

/** Reads a tag list (RFC 6376 section 3.2); undefined when it is malformed or names a tag twice. */
export function parseTags(value: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const part of value.replace(/\r\n/g, "").split(";")) {
    if (part.trim() === "") continue;
    const equals = part.indexOf("=");
    const name = part.slice(0, equals).trim();
    if (equals < 1 || tags.has(name)) return undefined;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

/**
 * Whether a signature may count: version 1 and today's algorithms (RFC 8301), the key by DNS, over the whole body (a length
 * `l=` lets anybody add to a signed mail), over the From field, and by an identity of the signing domain (RFC 6376
 * sections 3.5 and 6.1.1).
 */
export function isAcceptable(tags: ReadonlyMap<string, string> | undefined): boolean {
  if (tags === undefined || tags.get("v") !== "1" || tags.has("l")) return false;
  if (!["rsa-sha256", "ed25519-sha256"].includes(tags.get("a")?.toLowerCase() ?? "")) return false;
  const ways = tags.get("q")?.split(":") ?? ["dns/txt"];
  if (!ways.some((way) => way.trim().toLowerCase() === "dns/txt")) return false;
  const fields = tags.get("h")?.split(":") ?? [];
  if (!fields.some((field) => field.trim().toLowerCase() === "from")) return false;
  const domain = tags.get("d")?.toLowerCase() ?? "";
  const identity = tags.get("i")?.toLowerCase() ?? `@${domain}`;
  const of = identity.slice(identity.lastIndexOf("@") + 1);
  return domain !== "" && (of === domain || of.endsWith(`.${domain}`));
}

/**
 * Whether a key record (RFC 6376 section 3.6.1) is for what it verified: e-mail, and signatures with SHA-256.
 */
export function keyAllows(record: string): boolean {
  const tags = parseTags(record);
  if (tags === undefined) return false;
  const listed = (name: string): string[] | undefined =>
    tags
      .get(name)
      ?.split(":")
      .map((item) => item.trim().toLowerCase());
  const services = listed("s");
  const served = services === undefined || services.includes("*") || services.includes("email");
  return served && (listed("h")?.includes("sha256") ?? true);
}
