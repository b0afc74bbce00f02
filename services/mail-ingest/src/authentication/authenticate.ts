import { type Address, within } from "@satchel/chassis";
import { domainOf } from "@satchel/contracts";
import { spf } from "mailauth/lib/spf/index.js";
import { DKIM_KEY_BITS, SPF_MS } from "../limits.ts";
import { splitHeader } from "../domain/message/header.ts";
import { type Judgement, judge, type SignatureResult } from "../domain/judge.ts";
import { keyAllows } from "./keys.ts";
import { normaliseDomain } from "./domain-name.ts";
import { findPolicy } from "./policy.ts";
import { failingAsTimeout, type DnsResolver } from "./resolver.ts";
import { type Candidates, withCandidates } from "./signatures.ts";
import { verifySignatures } from "./verifier.ts";

/** The SMTP envelope of a mail. */
export interface Envelope {
  /** Envelope sender; "" for the null sender, where the HELO name stands in (RFC 7208 section 2.4). */
  readonly sender: string;
  readonly helo: string;
  /** Address of the client. */
  readonly ip: string;
}

/** Checks whether a raw mail is from its author's domain. Does not throw for any mail or DNS answer. */
export type Authenticator = (raw: Buffer, author: Address, envelope: Envelope) => Promise<Judgement>;

/**
 * Authentication by SPF, DKIM and DMARC, by the rules of {@link judge}. mailauth verifies signatures and envelope; which of
 * them count for the author is decided here.
 */
export function createAuthenticator(resolve: DnsResolver, receiver: string): Authenticator {
  return async (raw, author, envelope) => {
    const domain = domainOf(author);
    const [signatures, sent, policy] = await Promise.all([
      checkSignatures(withCandidates(raw, domain, new Date()), resolve),
      checkEnvelope(envelope, resolve, receiver),
      findPolicy(domain, resolve),
    ]);
    return signatures === undefined ? { is: "unauthentic" } : judge({ domain, signatures, envelope: sent, policy });
  };
}

/** The results of the signatures; undefined when the verifier reads the header differently. */
async function checkSignatures(
  { mail, signatures }: Candidates,
  resolve: DnsResolver,
): Promise<SignatureResult[] | undefined> {
  if (signatures.length === 0) return [];
  const { results, fromFields } = await verifySignatures(mail, { resolve, keyBits: DKIM_KEY_BITS });
  // Each signature covers the From field that the verifier has read. It must have read one only, the one with our author.
  if (fromFields !== 1) return undefined;
  const pending = [...signatures];
  return results.flatMap(({ signingDomain, selector, signature, rr, status, signingHeaders }) => {
    // The results are in the same order, but some signatures may have none.
    const at = pending.findIndex(
      ({ tags }) =>
        tags.get("d") === signingDomain &&
        tags.get("s") === selector &&
        tags.get("b")?.replace(/\s/g, "") === signature,
    );
    const [one] = at === -1 ? [] : pending.splice(0, at + 1).slice(-1);
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
  const spfResult = await within(evaluation, SPF_MS);
  const domain = spfResult?.domain ?? domainOf(envelope.sender);
  return { domain: normaliseDomain(domain) ?? "", result: spfResult?.status.result ?? "temperror" };
}
