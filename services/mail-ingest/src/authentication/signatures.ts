import { domainOf } from "@satchel/contracts";
import { SIGNATURE_CHARS, SIGNATURES_PER_MAIL, SIGNED_AHEAD_SECONDS } from "../limits.ts";
import { normaliseDomain } from "./domain-name.ts";
import { isAligned } from "../domain/organisation.ts";
import { listed, parseTags } from "./tags.ts";
import { type SignedMail, VERIFIED_TAGS } from "./verifier.ts";

const HEADER_END = Buffer.from("\r\n\r\n");

/** A signature that may count. */
export interface Candidate {
  readonly tags: ReadonlyMap<string, string>;
  /** Normalised. */
  readonly domain: string;
}

/** A mail to verify. */
export interface Candidates {
  readonly mail: SignedMail;
  /** The signatures left in it, in their order. */
  readonly signatures: readonly Candidate[];
}

/**
 * Removes the signatures that can't count from a raw mail before it is verified. So we accept every signature that the
 * verifier passes, and strangers can't make us query the DNS for names outside of the author's domain. ARC fields, which we
 * don't trust, and signatures beyond {@link SIGNATURES_PER_MAIL} are removed too. The remaining signatures stay valid,
 * because a signature is hardly ever covered by another one (RFC 6376 section 5.4).
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
      .replace(/(?<![ \t])[ \t]+$/, "")
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
 * Reads a signature that may count: version 1 and current algorithms (RFC 8301), the key by DNS, over the whole body (with a
 * length `l=` anybody could add to a signed mail), over the From field, by an identity of the signing domain, and not
 * expired (RFC 6376 sections 3.5 and 6.1.1). The verifier reads quotes and brackets as syntax, which they are not: a tag
 * that it uses must not have any, or it would be read in two ways. Other tags may have them, such as `i=` for "o'brien" and
 * copied fields (`z=`).
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
  const of = normaliseDomain(domainOf(identity));
  return of !== undefined && (of === domain || of.endsWith(`.${domain}`));
}

/** Whether the times `t=` and `x=` are valid and in order, the first not far in the future and the second not past. */
function isCurrent(tags: ReadonlyMap<string, string>, now: Date): boolean {
  const [made, expires] = [tags.get("t"), tags.get("x")];
  if ([made, expires].some((time) => time !== undefined && !/^\d{1,12}$/.test(time))) return false;
  if (made !== undefined && Number(made) > now.getTime() / 1000 + SIGNED_AHEAD_SECONDS) return false;
  if (expires === undefined) return true;
  return Number(expires) * 1000 > now.getTime() && (made === undefined || Number(expires) > Number(made));
}
