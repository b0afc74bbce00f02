import type { MailVerdict } from "@satchel/contracts";

/** What one signature said. `aligned`: its domain belongs to the author's organisation (RFC 7489 section 3.1). */
export interface SignatureResult {
  readonly domain: string;
  readonly result: string;
  readonly aligned: boolean;
}

/** What the envelope said (RFC 7208). */
export interface EnvelopeResult {
  readonly domain: string;
  readonly result: string;
  readonly aligned: boolean;
}

/** What the author's domain asks for (RFC 7489). `result` is "none" when it has no policy. */
export interface PolicyResult {
  readonly result: string;
  /** `adkim=s` and `aspf=s`: the very same domain, not just the same organisation. */
  readonly strictDkim: boolean;
  readonly strictSpf: boolean;
}

/** Everything that was found out about where a mail is from. */
export interface Evidence {
  /** Domain of the author's address. */
  readonly domain: string;
  readonly signatures: readonly SignatureResult[];
  readonly envelope: EnvelopeResult;
  readonly policy: PolicyResult;
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
  const hasPolicy = policy.result !== "none";
  const relevant = signatures.filter((one) => one.aligned && (!policy.strictDkim || one.domain === domain));
  const aligned = envelope.aligned && (!policy.strictSpf || envelope.domain === domain);
  const signed = relevant.some((one) => one.result === "pass");
  const sent = hasPolicy && aligned && envelope.result === "pass";
  // Without the policy even a good signature can't be judged: it may ask for the very same domain.
  if (policy.result === "temperror") return { is: "unknown" };
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
  const open =
    relevant.some((one) => one.result === "temperror") || (hasPolicy && aligned && envelope.result === "temperror");
  return open ? { is: "unknown" } : { is: "unauthentic" };
}
