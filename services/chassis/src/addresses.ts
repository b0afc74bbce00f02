import { createHmac } from "node:crypto";
import { domainToASCII } from "node:url";
import { ADDRESS_CHARS } from "@satchel/contracts";
import type { Brand } from "@satchel/contracts";

/** An e-mail address in its normal form, in which it is compared and stored. */
export type Address = Brand<string, "Address">;

// The local part as RFC 5321 section 4.1.2's dot-string, opened to UTF-8 by RFC 6531; quoted strings are not taken.
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The normal form of an address: without white space around it, domain in lower case and A-labels (IDNA), local part in
 * NFC and lower case, since no mail service in use distinguishes `Anna@` from `anna@`, and people type both.
 * @returns undefined when it is no address: no local part or domain, a quoted local part, an address literal, a domain
 * of one label other than localhost, over 64 octets before the @ or 254 characters in all (RFC 5321 section 4.5.3.1).
 */
export function normaliseAddress(input: string): Address | undefined {
  const text = input.trim();
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > ADDRESS_CHARS) return undefined;
  const local = text.slice(0, at).toLowerCase().normalize("NFC");
  const domain = domainToASCII(text.slice(at + 1).normalize("NFC")).toLowerCase();
  if (!LOCAL.test(local) || Buffer.byteLength(local) > 64) return undefined;
  const labels = domain.split(".");
  if (domain === "" || domain.length > 253 || !labels.every((label) => LABEL.test(label))) return undefined;
  if (labels.length < 2 && domain !== "localhost") return undefined;
  if (/^\d+$/.test(labels.at(-1) ?? "")) return undefined;
  const address = `${local}@${domain}`;
  return address.length > ADDRESS_CHARS ? undefined : (address as Address);
}

/**
 * The key of an address in subjects and records: HMAC-SHA-256 under the installation's key, as 64 hex digits, so that a
 * journal without the key reveals no address.
 */
export const addressKey = (key: string, address: Address): string =>
  createHmac("sha256", key).update(address).digest("hex");
