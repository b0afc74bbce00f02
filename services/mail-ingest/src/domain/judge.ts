import type { MailVerdict } from "@satchel/contracts";
import type { HeaderField } from "./message/header.ts";
import { type Alignment, isAligned } from "./organisation.ts";

/**
 * A domain's DMARC policy (RFC 7489). The requested treatment of mail that fails (`p`, `sp`, `pct`) is ignored, because mail
 * that fails is always refused here.
 */
export type Policy =
  | { readonly is: "found"; readonly dkim: Alignment; readonly spf: Alignment }
  | { readonly is: "none" }
  /** The DNS did not answer. */
  | { readonly is: "temperror" };

/** The SPF result (RFC 7208) and its domain. */
interface EnvelopeResult {
  readonly domain: string;
  readonly result: string;
}

/** The DKIM result of one signature (RFC 6376) and its domain. */
export interface SignatureResult extends EnvelopeResult {
  /** The covered fields, as the verifier has read them. */
  readonly covered: readonly HeaderField[];
}

/** The results of all checks of a mail's origin. Domains are normalised. */
export interface Evidence {
  /** Domain of the author's address. */
  readonly domain: string;
  readonly signatures: readonly SignatureResult[];
  readonly envelope: EnvelopeResult;
  readonly policy: Policy;
}

/**
 * Who sent a mail to us: `direct`, a host of the author's domain (aligned SPF); `indirect`, perhaps somebody else who has
 * received the mail; `unknown`, the DNS did not answer.
 */
type Delivery = "direct" | "indirect" | "unknown";

/** A mail that is from its author's domain. */
export interface AuthenticMail {
  readonly is: "authentic";
  readonly verdict: MailVerdict;
  readonly delivery: Delivery;
  /** The covered fields of each valid signature of the author's domain. */
  readonly covered: readonly (readonly HeaderField[])[];
}

/** `unknown`: the DNS did not answer, so a later attempt may show that the mail is authentic. */
export type Judgement = AuthenticMail | { readonly is: "unauthentic" } | { readonly is: "unknown" };

/**
 * Decides whether a mail is from the domain of its author (decision 22). With a DMARC policy a signature or the envelope
 * must pass and be aligned as the policy requires. Without one only an aligned signature counts, because other customers of
 * the same mail service pass SPF too.
 */
export function judge({ domain, signatures, envelope, policy }: Evidence): Judgement {
  // The policy may require strict alignment, so without it no signature can be accepted.
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
  const mayPassLater =
    relevant.some((one) => one.result === "temperror") || (aligned && envelope.result === "temperror");
  return mayPassLater ? { is: "unknown" } : { is: "unauthentic" };
}

const deliveryBy = (spf: string): Delivery =>
  spf === "pass" ? "direct" : spf === "temperror" ? "unknown" : "indirect";
