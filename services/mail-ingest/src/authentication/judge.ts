import type { MailVerdict } from "@satchel/contracts";
import { isAligned } from "./organisation.ts";
import type { Policy } from "./policy.ts";

/** What one signature said (RFC 6376), or the envelope (RFC 7208), and for which domain. */
export interface SignatureResult {
  readonly domain: string;
  readonly result: string;
}
export type EnvelopeResult = SignatureResult;

/** Everything that was found out about where a mail is from. Domains are in their one spelling. */
export interface Evidence {
  /** Domain of the author's address. */
  readonly domain: string;
  readonly signatures: readonly SignatureResult[];
  readonly envelope: EnvelopeResult;
  readonly policy: Policy;
}

/** The judgement. `unknown`: the DNS did not answer, so asking again later may show that the mail is genuine. */
export type Judgement =
  | { readonly is: "authentic"; readonly verdict: MailVerdict }
  | { readonly is: "unauthentic" }
  | { readonly is: "unknown" };

/**
 * Judges whether a mail is from the domain of its author (decision 7): by DMARC, that is a passing signature or envelope
 * aligned as the domain's policy asks, or, where it has no policy, by an aligned signature alone. An envelope proves too
 * little there: anybody on the same mail service may pass it.
 */
export function judge({ domain, signatures, envelope, policy }: Evidence): Judgement {
  // Without the policy even a good signature can't be judged: it may ask for the very same domain.
  if (policy.is === "temperror") return { is: "unknown" };
  const hasPolicy = policy.is === "found";
  const alignment = hasPolicy ? policy : { dkim: "relaxed" as const, spf: "strict" as const };
  const relevant = signatures.filter((one) => isAligned(domain, one.domain, alignment.dkim));
  const aligned = hasPolicy && isAligned(domain, envelope.domain, alignment.spf);
  const signed = relevant.some((one) => one.result === "pass");
  const sent = aligned && envelope.result === "pass";
  if (signed || sent) {
    return {
      is: "authentic",
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
