import { createPublicKey } from "node:crypto";
import { listed, parseTags } from "../authentication/tags.ts";
import { DKIM_KEY_BITS } from "../limits.ts";
import type { Ask } from "./ask.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const CHECK = "DKIM";

/** Bits that an RSA key should have (RFC 8301 section 3.2). */
const GOOD_BITS = 2048;

/** DER of a SubjectPublicKeyInfo for Ed25519 up to the 32 octets of the key (RFC 8410). */
const ED25519 = Buffer.from("302a300506032b6570032100", "hex");

/** Checks the key that a selector publishes for signing (RFC 6376 section 3.6.1). */
export async function checkDkim(ask: Ask, domain: string, selector: string): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`;
  const answer = await ask.txt(name);
  if (answer.is === "failed") {
    return unknown(CHECK, `The DNS does not answer for ${name} (${answer.reason}).`, "Try again in a while.");
  }
  if (answer.is === "none") {
    return wrong(
      CHECK,
      `${name} has no key.`,
      "Publish the key that your mail provider shows, or correct the selector.",
    );
  }
  if (answer.records.length > 1) {
    return wrong(CHECK, `${name} has ${answer.records.length} records.`, "Keep one key at each selector.");
  }
  return checkKey(name, answer.records[0] ?? "");
}

function checkKey(name: string, record: string): Finding {
  const tags = parseTags(record);
  const again = "Copy the record again from your mail provider, in full.";
  if (tags === undefined || (tags.has("v") && tags.get("v") !== "DKIM1")) {
    return wrong(CHECK, `The key at ${name} is no DKIM record.`, again);
  }
  const key = tags.get("p")?.replace(/\s/g, "");
  if (key === undefined) return wrong(CHECK, `The record at ${name} holds no key (p=).`, again);
  if (key === "") return wrong(CHECK, `The key at ${name} is revoked (empty p=).`, "Sign with another selector.");
  if (listed(tags, "h")?.includes("sha256") === false) {
    return wrong(CHECK, `The key at ${name} is not for SHA-256 (h=).`, "Leave h= out.");
  }
  const services = listed(tags, "s");
  if (services !== undefined && !services.includes("*") && !services.includes("email")) {
    return wrong(CHECK, `The key at ${name} is not for e-mail (s=).`, "Leave s= out.");
  }
  const bits = bitsOf(tags.get("k")?.toLowerCase() ?? "rsa", Buffer.from(key, "base64"));
  if (bits === undefined) return wrong(CHECK, `What stands at ${name} is no public key.`, again);
  if (bits === "ed25519")
    return ok(CHECK, `${name} has an Ed25519 key.`, "Sign with an RSA key too: not all receivers know Ed25519.");
  if (bits < DKIM_KEY_BITS)
    return wrong(CHECK, `The key at ${name} has ${bits} bits, which receivers refuse.`, `Make one of ${GOOD_BITS}.`);
  if (listed(tags, "t")?.includes("y") === true) {
    return warning(
      CHECK,
      `The key at ${name} is on trial (t=y), so its signatures count for nothing.`,
      "Leave t=y out.",
    );
  }
  if (bits < GOOD_BITS) return warning(CHECK, `The key at ${name} has ${bits} bits.`, `Make one of ${GOOD_BITS}.`);
  return ok(CHECK, `${name} has an RSA key of ${bits} bits.`);
}

function bitsOf(kind: string, data: Buffer): number | "ed25519" | undefined {
  try {
    if (kind === "ed25519") {
      if (data.length !== 32) return undefined;
      createPublicKey({ key: Buffer.concat([ED25519, data]), format: "der", type: "spki" });
      return "ed25519";
    }
    const key = createPublicKey({ key: data, format: "der", type: "spki" });
    return key.asymmetricKeyDetails?.modulusLength;
  } catch {
    return undefined;
  }
}
