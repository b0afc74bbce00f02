import { type Address, normaliseAddress } from "@satchel/chassis";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { dmarc } from "mailauth/lib/dmarc/index.js";
import { spf } from "mailauth/lib/spf/index.js";
import { DKIM_KEY_BITS } from "../limits.ts";
import { type Judgement, judge } from "./judge.ts";
import type { Resolve } from "./resolver.ts";
import { keyAllows, parseTags, withAcceptableSignatures } from "./signatures.ts";

/** How a mail came in. */
export interface Envelope {
  /** Envelope sender; "" for the null sender, where the HELO name stands in (RFC 7208 section 2.4). */
  readonly sender: string;
  readonly helo: string;
  /** Address of the client. */
  readonly ip: string;
}

/** Checks whether a raw mail is from its author's domain. Never throws for what the mail or the DNS says. */
export type Authenticate = (raw: Buffer, author: Address, envelope: Envelope) => Promise<Judgement>;

/** Authentication by SPF, DKIM and DMARC as {@link judge} weighs them, asking the DNS through `resolve`. */
export function createAuthenticate(resolve: Resolve, receiver: string): Authenticate {
  return async (raw, author, envelope) => {
    const [dkim, sent] = await Promise.all([
      dkimVerify(withAcceptableSignatures(raw), {
        resolver: resolve,
        minBitLength: DKIM_KEY_BITS,
        sender: envelope.sender,
      }),
      spf({ ...envelope, resolver: resolve, mta: receiver }),
    ]);
    // The verifier must have read the same author as we did: else it checked another domain than the one that counts.
    if (!isSameAuthor(dkim.headerFrom, author)) return { is: "unauthentic" };
    // Whether what passed is enough is weighed by us, so the verifier is asked for the policy and the alignment only: it takes
    // `adkim=s` and `aspf=s` for relaxed.
    const policy = await dmarc({ headerFrom: [author], spfDomains: [sent.domain], resolver: resolve });
    const tags = parseTags((policy && policy.rr) || "");
    return judge({
      domain: author.slice(author.lastIndexOf("@") + 1),
      signatures: (dkim.results as VerifiedSignature[]).map((one) => ({
        domain: one.signingDomain?.toLowerCase() ?? "",
        result: one.status.result === "pass" && !keyAllows(one.rr ?? "") ? "policy" : one.status.result,
        aligned: Boolean(one.status.aligned),
      })),
      envelope: {
        domain: sent.domain,
        result: sent.status.result,
        aligned: policy !== false && Boolean(policy.alignment?.spf.result),
      },
      policy: {
        result: policy === false ? "none" : policy.status.result,
        strictDkim: tags?.get("adkim")?.toLowerCase() === "s",
        strictSpf: tags?.get("aspf")?.toLowerCase() === "s",
      },
    });
  };
}

/** What the verifier really gives for a signature; its types tell less. Without any signature it gives one result without a domain. */
interface VerifiedSignature {
  readonly signingDomain?: string;
  readonly rr?: string;
  readonly status: { readonly result: string; readonly aligned?: unknown };
}

const isSameAuthor = (found: readonly string[], author: Address): boolean =>
  found.length === 1 && normaliseAddress(found[0] ?? "") === author;
