import type { MailVerdict } from "@satchel/contracts";
import type { HeaderField } from "./message/header.ts";
import { type Alignment, isAligned } from "./organisation.ts";

/**
 * What a domain publishes for its mail (RFC 7489). What it asks to be done with mail that fails (`p`, `sp`, `pct`) is not
 * looked at: mail that fails is never taken here.
 */
export type Policy =
  | { readonly is: "found"; readonly dkim: Alignment; readonly spf: Alignment }
  | { readonly is: "none" }
  /** The DNS did not answer. */
  | { readonly is: "temperror" };

/** What the envelope said (RFC 7208), and for which domain. */
export interface EnvelopeResult {
  readonly domain: string;
  readonly result: string;
}

/** What one signature said (RFC 6376), and for which domain. */
export interface SignatureResult extends EnvelopeResult {
  /** The fields that it covers, as the verifier has read them. */
  readonly covered: readonly HeaderField[];
}

/** The results of all checks of where a mail is from. Domains are normalised. */
export interface Evidence {
  /** Domain of the author's address. */
  readonly domain: string;
  readonly signatures: readonly SignatureResult[];
  readonly envelope: EnvelopeResult;
  readonly policy: Policy;
}

/**
 * Who handed a mail in: `direct`, a host of the author's domain (aligned SPF); `indirect`, anybody who has got the mail; `unknown`, the
 * DNS did not answer.
 */
export type Delivery = "direct" | "indirect" | "unknown";

/** A mail of its author's domain. */
export interface AuthenticMail {
  readonly is: "authentic";
  readonly verdict: MailVerdict;
  readonly delivery: Delivery;
  /** What each good signature of the author's domain covers. */
  readonly covered: readonly (readonly HeaderField[])[];
}

/** The judgement. `unknown`: the DNS did not answer, so asking again later may show that the mail is genuine. */
export type Judgement = AuthenticMail | { readonly is: "unauthentic" } | { readonly is: "unknown" };

/**
 * Judges whether a mail is from the domain of its author (decision 22): by DMARC, that is a passing signature or envelope aligned as the
 * domain's policy asks, or, where it has no policy, by an aligned signature alone. Without a policy an envelope proves too little: other
 * customers of the same mail service pass it too.
 */
export function judge({ domain, signatures, envelope, policy }: Evidence): Judgement {
  // Without the policy even a good signature can't be judged: it may ask for strict alignment.
  if (policy.is === "temperror") return { is: "unknown" };
  const hasPolicy = policy.is === "found";
  const alignment = hasPolicy ? policy : { dkim: "relaxed" as const, spf: "relaxed" as const };
  const relevant = signatures.filter((one) => isAligned(domain, one.domain, alignment.dkim));
  const isOwnHost = isAligned(domain, envelope.domain, alignment.spf);
  const aligned = hasPolicy && isOwnHost;
  const good = relevant.filter((one) => one.result === "pass");
  const signed = good.length > 0;
  const sent = aligned && envelope.result === "pass";
  if (signed || sent) {
    return {
      is: "authentic",
      delivery: isOwnHost ? deliveryBy(envelope.result) : "indirect",
      covered: good.map(({ covered }) => covered),
      verdict: {
        spf: envelope.result,
        dkim: signed ? "pass" : (relevant[0]?.result ?? "none"),
        dmarc: hasPolicy ? "pass" : "none",
        by: hasPolicy ? "dmarc" : "dkim",
      },
    };
  }
  const open = relevant.some((one) => one.result === "temperror") || (aligned && envelope.result === "temperror");
  return open ? { is: "unknown" } : { is: "unauthentic" };
}

const deliveryBy = (spf: string): Delivery =>
  spf === "pass" ? "direct" : spf === "temperror" ? "unknown" : "indirect";
