import {
  SECRET_ADDRESS_NAME_CHARS,
  SECRET_ADDRESS_RANDOM_CHARS,
  SECRET_ADDRESS_SLUG_CHARS,
  type SecretAddressId,
  type StoredSecretAddress,
  type StoredSecretAddresses,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";

const NAMESPACE = "0d6c1a0e-6d2c-4f0c-9a86-5b7f4cf0a3d1";

/** The id of a secret address: that of the command that makes it, so that a repeated one makes the same. */
export const secretAddressIdOf = (commandId: string): SecretAddressId =>
  uuidv5(commandId, NAMESPACE) as SecretAddressId;

/** What an account without secret addresses has. */
export const NO_ADDRESSES: StoredSecretAddresses = { addresses: [], muted: [] };

/** Letters and digits of RFC 4648 base32 in lower case: none of them is taken for another, and case is lost on the way. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The local part of a secret address: a word of its name, by which its owner knows it, and what nobody guesses.
 * @param random at least {@link SECRET_ADDRESS_RANDOM_CHARS} random octets
 */
export function secretLocal(name: string, random: Uint8Array): string {
  const secret = Array.from(random.subarray(0, SECRET_ADDRESS_RANDOM_CHARS), (octet) => LETTERS[octet & 31]).join("");
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SECRET_ADDRESS_SLUG_CHARS)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? secret : `${slug}.${secret}`;
}

/** A name as it is kept: one line without invisible characters, of which nothing may be left. */
export const cleanName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SECRET_ADDRESS_NAME_CHARS);

/** The record with one address replaced, at its place, or removed. */
export const withAddress = (
  record: StoredSecretAddresses,
  id: SecretAddressId,
  next: StoredSecretAddress | undefined,
): StoredSecretAddresses => ({
  ...record,
  addresses: record.addresses.flatMap((one) => (one.id !== id ? [one] : next === undefined ? [] : [next])),
});

/** The record with a sender muted, or no more. Senders are compared without case. */
export function withMuted(record: StoredSecretAddresses, sender: string, isMuted: boolean): StoredSecretAddresses {
  const folded = sender.toLowerCase();
  const others = record.muted.filter((one) => one !== folded);
  return { ...record, muted: isMuted ? [folded, ...others] : others };
}
