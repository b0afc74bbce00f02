import { createPublicKey } from "node:crypto";
import { readDkimKey } from "@satchel/chassis";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { listed, parseTags } from "../authentication/tags.ts";
import { DKIM_KEY_BITS } from "../limits.ts";
import type { DnsClient } from "./dns.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const CHECK = "DKIM";

/** Bits that an RSA key should have (RFC 8301 section 3.2). */
const GOOD_BITS = 2048;

/** SHA-256 of an empty body (RFC 6376 section 3.4.3): the verifier asks for the key only where the body is as it was signed. */
const EMPTY_BODY = "frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=";

/** What the verifier says of a key; its types leave out the last three. */
interface KeyResult {
  readonly status: { readonly result: string; readonly comment?: string };
  /** The record. */
  readonly rr?: string;
  /** The key in PEM, where there is one. */
  readonly publicKey?: string;
  /** Bits of an RSA key. */
  readonly modulusLength?: number;
}

/**
 * Checks the key that a selector publishes for signing (RFC 6376 section 3.6.1), by having a mail verified that names it.
 * @param own the setting `DKIM_KEY`, if Satchel signs by this selector
 */
export async function checkDkim(dns: DnsClient, domain: string, selector: string, own?: string): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`;
  const signature = `v=1; a=rsa-sha256; c=simple/simple; d=${domain}; s=${selector}; h=from; bh=${EMPTY_BODY}; b=AA==`;
  const mail = `From: doctor@${domain}\r\nDKIM-Signature: ${signature}\r\n\r\n`;
  let records = 0;
  const resolver: DnsClient["resolve"] = async (question, type) => {
    const answer = await dns.resolve(question, type);
    records = answer.length;
    return answer;
  };
  const { results } = await dkimVerify(mail, { resolver, minBitLength: 1 });
  const { status, ...key } = results[0] as KeyResult;
  if (status.result === "temperror") {
    return unknown(CHECK, `The DNS does not answer for ${name} (${status.comment}).`, "Try again in a while.");
  }
  if (records === 0) {
    const todo = "Publish the key that your mail provider shows, or correct the selector.";
    return wrong(CHECK, `${name} has no key.`, todo);
  }
  if (records > 1) return wrong(CHECK, `${name} has ${records} records.`, "Keep one key at each selector.");
  const finding = checkKey(name, key, status.comment ?? status.result);
  return finding.result === "wrong" || own === undefined || isPublished(own, key.publicKey)
    ? finding
    : wrong(
        CHECK,
        `The key at ${name} is not that of DKIM_KEY.`,
        "Publish the record that --make-dkim-key printed with it.",
      );
}

function isPublished(own: string, publicKey = ""): boolean {
  const published = createPublicKey(publicKey).export({ type: "spki", format: "der" }).toString("base64");
  return readDkimKey(own)?.published === published;
}

function checkKey(name: string, { rr = "", publicKey, modulusLength: bits }: Omit<KeyResult, "status">, said: string) {
  const tags = parseTags(rr) ?? new Map<string, string>();
  const services = listed(tags, "s");
  if (tags.get("p") === "")
    return wrong(CHECK, `The key at ${name} is revoked (empty p=).`, "Sign with another selector.");
  if (publicKey === undefined) {
    const todo = "Copy the record again from your mail provider, in full.";
    return wrong(CHECK, `What stands at ${name} is no public key for DKIM: ${said}.`, todo);
  }
  if (listed(tags, "h")?.includes("sha256") === false)
    return wrong(CHECK, `The key at ${name} is not for SHA-256 (h=).`, "Leave h= out.");
  if (services !== undefined && !services.includes("*") && !services.includes("email"))
    return wrong(CHECK, `The key at ${name} is not for e-mail (s=).`, "Leave s= out.");
  if (bits === undefined)
    return ok(CHECK, `${name} has an Ed25519 key.`, "Sign with an RSA key too: not all receivers know Ed25519.");
  if (bits < DKIM_KEY_BITS)
    return wrong(CHECK, `The key at ${name} has ${bits} bits, which receivers refuse.`, `Make one of ${GOOD_BITS}.`);
  if (listed(tags, "t")?.includes("y") === true) {
    const found = `The key at ${name} is on trial (t=y), so its signatures count for nothing.`;
    return warning(CHECK, found, "Leave t=y out.");
  }
  if (bits < GOOD_BITS) return warning(CHECK, `The key at ${name} has ${bits} bits.`, `Make one of ${GOOD_BITS}.`);
  return ok(CHECK, `${name} has an RSA key of ${bits} bits.`);
}
