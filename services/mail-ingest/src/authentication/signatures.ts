import { SIGNATURE_CHARS, SIGNATURES_PER_MAIL, SIGNED_AHEAD_SECONDS } from "../limits.ts";
import { normaliseDomain } from "./domain-name.ts";
import { isAligned } from "../domain/organisation.ts";
import { listed, parseTags } from "./tags.ts";
import { type SignedMail, VERIFIED_TAGS } from "./verifier.ts";

const HEADER_END = Buffer.from("\r\n\r\n");

/** A signature that may count, as it will be verified. */
export interface Candidate {
  readonly tags: ReadonlyMap<string, string>;
  /** Its domain in its one spelling. */
  readonly domain: string;
}

/** A mail to verify. */
export interface Candidates {
  readonly mail: SignedMail;
  /** The signatures left in it, in their order. */
  readonly signatures: readonly Candidate[];
}

/**
 * Removes signatures that can't count from a raw mail, before any is verified: so every signature that the verifier passes is one that we
 * accept, and strangers can't make us query the DNS for names other than the author's own. ARC fields, which we don't trust, and
 * signatures beyond {@link SIGNATURES_PER_MAIL} are removed too. A signature is hardly ever covered by another one (RFC 6376 section
 * 5.4), so the rest stay valid.
 * @param author domain of the author's address
 */
export function withCandidates(raw: Buffer, author: string, now: Date): Candidates {
  const end = raw.indexOf(HEADER_END);
  if (end === -1) return { mail: { header: raw, body: Buffer.alloc(0) }, signatures: [] };
  const signatures: Candidate[] = [];
  const header = raw.toString("latin1", 0, end);
  const kept = header.split(/\r\n(?![ \t])/).filter((field) => {
    const name = field
      .slice(0, field.indexOf(":"))
      .replace(/[ \t]+$/, "")
      .toLowerCase();
    if (name.startsWith("arc-")) return false;
    if (name !== "dkim-signature") return true;
    if (signatures.length === SIGNATURES_PER_MAIL || field.length > SIGNATURE_CHARS) return false;
    const candidate = readCandidate(Buffer.from(field.slice(field.indexOf(":") + 1), "latin1").toString(), now);
    if (candidate === undefined || !isAligned(author, candidate.domain, "relaxed")) return false;
    signatures.push(candidate);
    return true;
  });
  const verified = Buffer.from(`${kept.join("\r\n")}\r\n\r\n`, "latin1");
  return { mail: { header: verified, body: raw.subarray(end + HEADER_END.length) }, signatures };
}

/**
 * Reads a signature that may count: version 1 and today's algorithms (RFC 8301), the key by DNS, over the whole body (a length
 * `l=` lets anybody add to a signed mail), over the From field, by an identity of the signing domain, and not expired (RFC 6376
 * sections 3.5 and 6.1.1). Comments and quotes are no part of the syntax, but the verifier reads them as such: a signature that has any in
 * a tag that it goes by would say one thing to us and another to it. Any other tag may have them, as `i=` of "o'brien" and copied
 * fields (`z=`) do.
 */
export function readCandidate(value: string, now: Date): Candidate | undefined {
  const tags = parseTags(value);
  if (tags === undefined || tags.get("v") !== "1" || tags.has("l")) return undefined;
  if (VERIFIED_TAGS.some((name) => /[()"'\\]/.test(tags.get(name) ?? ""))) return undefined;
  if (!["rsa-sha256", "ed25519-sha256"].includes(tags.get("a")?.toLowerCase() ?? "")) return undefined;
  if (listed(tags, "q")?.includes("dns/txt") === false) return undefined;
  if (listed(tags, "h")?.includes("from") !== true) return undefined;
  const domain = normaliseDomain(tags.get("d") ?? "");
  const selector = normaliseDomain(tags.get("s") ?? "");
  if (domain === undefined || selector === undefined || !isWithin(tags.get("i"), domain)) return undefined;
  return isCurrent(tags, now) ? { tags, domain } : undefined;
}

/** Whether the identity `i=` is of the signing domain or of one below it. */
function isWithin(identity: string | undefined, domain: string): boolean {
  if (identity === undefined) return true;
  if (!identity.includes("@")) return false;
  const of = normaliseDomain(identity.slice(identity.lastIndexOf("@") + 1));
  return of !== undefined && (of === domain || of.endsWith(`.${domain}`));
}

/** Whether the times `t=` and `x=` are ones, in order, the first not far ahead and the second not past. */
function isCurrent(tags: ReadonlyMap<string, string>, now: Date): boolean {
  const [made, expires] = [tags.get("t"), tags.get("x")];
  if ([made, expires].some((time) => time !== undefined && !/^\d{1,12}$/.test(time))) return false;
  if (made !== undefined && Number(made) > now.getTime() / 1000 + SIGNED_AHEAD_SECONDS) return false;
  if (expires === undefined) return true;
  return Number(expires) * 1000 > now.getTime() && (made === undefined || Number(expires) > Number(made));
}
