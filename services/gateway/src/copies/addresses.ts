import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type CopyKey, octetsOfUuid, uuidOfOctets } from "@satchel/chassis";
import { COPY_ADDRESS_SECONDS, type CopyId, type LinkId, type UserId } from "@satchel/contracts";

/**
 * Addresses at which a copy is opened without a session: in a sandbox a page has no origin, so its browser sends no
 * cookies for its stylesheets and pictures. An address is signed under the installation's key, for one copy and a limited
 * time; whoever knows it may open that copy alone.
 */
export interface CopyAddresses {
  /** The path that shows a copy; its files are beside it. @param now milliseconds since 1970 */
  pathOf(copy: CopyKey, now: number): string;
  /** The copy of a path's parts; undefined for a wrong or expired token. */
  open(parts: { linkId: string; version: string; token: string }, now: number): CopyKey | undefined;
}

/** The last part of the path that shows a copy, whatever its file is called. */
export const OPENS = "page";

const USER_OCTETS = 16;
const TIME_OCTETS = 6;
const MAC_OCTETS = 16;

export function openCopyAddresses(tokenKey: string): CopyAddresses {
  const key = Buffer.from(hkdfSync("sha256", tokenKey, "", "satchel copy addresses", 32));
  const macOf = (plain: Uint8Array, linkId: string, version: string): Buffer =>
    createHmac("sha256", key).update(plain).update(`${linkId}/${version}`).digest().subarray(0, MAC_OCTETS);
  return {
    pathOf: ({ userId, linkId, version }, now) => {
      const plain = Buffer.alloc(USER_OCTETS + TIME_OCTETS);
      octetsOfUuid(userId).copy(plain);
      plain.writeUIntBE(Math.floor(now / 1000) + COPY_ADDRESS_SECONDS, USER_OCTETS, TIME_OCTETS);
      const token = Buffer.concat([plain, macOf(plain, linkId, version)]).toString("base64url");
      return `/copies/${linkId}/${version}/${token}/${OPENS}`;
    },
    open: ({ linkId, version, token }, now) => {
      const octets = Buffer.from(token, "base64url");
      if (octets.length !== USER_OCTETS + TIME_OCTETS + MAC_OCTETS) return undefined;
      const plain = octets.subarray(0, USER_OCTETS + TIME_OCTETS);
      if (!timingSafeEqual(octets.subarray(plain.length), macOf(plain, linkId, version))) return undefined;
      if (plain.readUIntBE(USER_OCTETS, TIME_OCTETS) * 1000 < now) return undefined;
      const userId = uuidOfOctets(plain.subarray(0, USER_OCTETS)) as UserId;
      return { userId, linkId: linkId as LinkId, version: version as CopyId };
    },
  };
}
