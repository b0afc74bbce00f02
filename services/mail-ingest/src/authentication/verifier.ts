import { createRequire } from "node:module";
import { bodyHash, type BodyCanonicalisation } from "./body-hash.ts";
import type { Resolve } from "./resolver.ts";

/** What is known of a signature after it was verified. */
export interface VerifiedSignature {
  readonly signingDomain?: string;
  readonly selector?: string;
  readonly signature?: string;
  /** The key record. */
  readonly rr?: string;
  readonly status: { readonly result: string };
  /** The fields that it covers, each as it was sent. */
  readonly signingHeaders?: { readonly headers: readonly string[] };
}

/** The parts of mailauth's verifier that are used here; it has no types of its own. */
interface Verifier {
  readonly headers: { readonly parsed: readonly { readonly key: string }[] } | false;
  readonly results: readonly VerifiedSignature[];
  readonly bodyHashes: Map<string, unknown>;
  messageHeaders(headers: unknown): Promise<void>;
  on(event: "finish" | "error", listener: (error?: Error) => void): unknown;
  end(data: Buffer): void;
}
type VerifierClass = new (options: object) => Verifier;

const { DkimVerifier } = createRequire(import.meta.url)("mailauth/lib/dkim/dkim-verifier.js") as {
  DkimVerifier: VerifierClass;
};

/**
 * Verifies signatures with mailauth, but for the hash of the body: its own reads 10 MB of tabs for 11 s and lets nobody else
 * work meanwhile, and anybody may send such a mail.
 */
class SignatureVerifier extends DkimVerifier {
  readonly #body: Buffer;

  constructor(body: Buffer, options: object) {
    super(options);
    this.#body = body;
  }

  override async messageHeaders(headers: unknown): Promise<void> {
    await super.messageHeaders(headers);
    for (const key of this.bodyHashes.keys()) {
      // "relaxed:sha256:": other algorithms and lengths have been sorted out before.
      const digest = await bodyHash(
        this.#body,
        key.startsWith("relaxed") ? "relaxed" : ("simple" as BodyCanonicalisation),
      );
      this.bodyHashes.set(key, {
        digest: () => digest,
        getMimeStructureStart: () => 0,
        setContentType: () => undefined,
      });
    }
  }
}

/** A mail to verify: its header with the empty line behind it, and its body. */
export interface SignedMail {
  readonly header: Buffer;
  readonly body: Buffer;
}

/** What the verifier found: its results in the order of the fields, and how many From fields it has seen. */
export interface Verification {
  readonly results: readonly VerifiedSignature[];
  readonly fromFields: number;
}

/** Verifies every DKIM signature of a mail. All of them must be SHA-256 over the whole body. */
export async function verifySignatures(
  { header, body }: SignedMail,
  { resolve, keyBits }: { resolve: Resolve; keyBits: number },
): Promise<Verification> {
  const verifier = new SignatureVerifier(body, { resolver: resolve, minBitLength: keyBits });
  await new Promise<void>((done, fail) => {
    verifier.on("finish", () => done());
    verifier.on("error", (error) => fail(error ?? new Error("The verifier failed")));
    verifier.end(header);
  });
  const fields = verifier.headers === false ? [] : verifier.headers.parsed;
  return { results: verifier.results, fromFields: fields.filter(({ key }) => key === "from").length };
}
