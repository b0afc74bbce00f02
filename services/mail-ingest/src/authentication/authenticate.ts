import type { Address } from "@satchel/chassis";
import { spf } from "mailauth/lib/spf/index.js";
import { within } from "../commands/deadline.ts";
import { DKIM_KEY_BITS, SPF_MS } from "../limits.ts";
import { splitHeader } from "../domain/message/header.ts";
import { type Judgement, judge, type SignatureResult } from "../domain/judge.ts";
import { keyAllows } from "./keys.ts";
import { normaliseDomain } from "./domain-name.ts";
import { findPolicy } from "./policy.ts";
import { failingAsTimeout, type DnsResolver } from "./resolver.ts";
import { type Candidates, withCandidates } from "./signatures.ts";
import { verifySignatures } from "./verifier.ts";

/** How a mail came in. */
export interface Envelope {
  /** Envelope sender; "" for the null sender, where the HELO name stands in (RFC 7208 section 2.4). */
  readonly sender: string;
  readonly helo: string;
  /** Address of the client. */
  readonly ip: string;
}

/** Checks whether a raw mail is from its author's domain. Never throws for what the mail or the DNS says. */
export type Authenticator = (raw: Buffer, author: Address, envelope: Envelope) => Promise<Judgement>;

/**
 * Authentication by SPF, DKIM and DMARC as {@link judge} weighs them, asking the DNS through `resolve`. The verifier says whether a
 * signature or an envelope holds; which ones count for the author is decided here.
 */
export function createAuthenticator(resolve: DnsResolver, receiver: string): Authenticator {
  return async (raw, author, envelope) => {
    const domain = author.slice(author.lastIndexOf("@") + 1);
    const [signatures, sent, policy] = await Promise.all([
      checkSignatures(withCandidates(raw, domain, new Date()), resolve),
      checkEnvelope(envelope, resolve, receiver),
      findPolicy(domain, resolve),
    ]);
    return signatures === undefined ? { is: "unauthentic" } : judge({ domain, signatures, envelope: sent, policy });
  };
}

/** The signatures' results; undefined when the verifier reads the mail otherwise than we do. */
async function checkSignatures(
  { mail, signatures }: Candidates,
  resolve: DnsResolver,
): Promise<SignatureResult[] | undefined> {
  if (signatures.length === 0) return [];
  const { results, fromFields } = await verifySignatures(mail, { resolve, keyBits: DKIM_KEY_BITS });
  // Each signature covers the From field that the verifier sees. It must see exactly one, from which we have read the author.
  if (fromFields !== 1) return undefined;
  const open = [...signatures];
  return results.flatMap(({ signingDomain, selector, signature, rr, status, signingHeaders }) => {
    // In the same order, but without those that it would not even look at.
    const at = open.findIndex(
      ({ tags }) =>
        tags.get("d") === signingDomain &&
        tags.get("s") === selector &&
        tags.get("b")?.replace(/\s/g, "") === signature,
    );
    const [one] = at === -1 ? [] : open.splice(0, at + 1).slice(-1);
    if (one === undefined) return [];
    const allowed = status.result !== "pass" || keyAllows(rr ?? "", one.tags);
    const covered = splitHeader(Buffer.from(signingHeaders?.headers.join("\r\n") ?? ""));
    return [
      {
        domain: one.domain,
        result: allowed ? status.result : "policy",
        covered: typeof covered === "string" ? [] : covered,
      },
    ];
  });
}

async function checkEnvelope(envelope: Envelope, resolve: DnsResolver, receiver: string) {
  const evaluation = spf({ ...envelope, resolver: failingAsTimeout(resolve), mta: receiver });
  const sent = await within(SPF_MS, evaluation, () => undefined);
  const said = sent?.domain ?? envelope.sender.slice(envelope.sender.lastIndexOf("@") + 1);
  return { domain: normaliseDomain(said) ?? "", result: sent?.status.result ?? "temperror" };
}
