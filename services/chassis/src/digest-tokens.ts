import { createHmac, timingSafeEqual } from "node:crypto";
import type { UserId } from "@satchel/contracts";
import { fromBase32, toBase32 } from "./base32.ts";

/** Octets of the parts of a token: the account's id, and the code that nobody can forge. */
const [ID, CODE] = [16, 10];

const TOKEN = /^[a-z2-7]{42}$/;

/** What stands behind `+` in the envelope sender of a digest, where it comes back to. */
export const BOUNCE_TAG = /^b\.([a-z2-7]{42})$/;

/**
 * The token of an account's digests: it stops them, and says whose mail came back. It is made of the account's id and 80 bits of
 * an HMAC over it, so nothing is stored; it never ends, for a mail may be opened years later.
 */
export function digestToken(key: string, userId: UserId): string {
  const id = Buffer.from(userId.replaceAll("-", ""), "hex");
  return toBase32(Buffer.concat([id, codeOf(key, id)]));
}

/** The account of a token; undefined for one that was not made here. */
export function digestOwner(key: string, token: string): UserId | undefined {
  if (!TOKEN.test(token)) return undefined;
  const octets = fromBase32(token, ID + CODE);
  const id = octets.subarray(0, ID);
  if (!timingSafeEqual(octets.subarray(ID), codeOf(key, id))) return undefined;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") as UserId;
}

/** Apart from the other uses of the key: those are over addresses, which have no line break. */
const codeOf = (key: string, id: Buffer): Buffer =>
  createHmac("sha256", key).update("digest\n").update(id).digest().subarray(0, CODE);
