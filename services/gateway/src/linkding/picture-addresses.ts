import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { octetsOfUuid, uuidOfOctets } from "@satchel/chassis";
import type { LinkId, TokenId, UserId } from "@satchel/contracts";

/** What a bookmark shows: the icon of its site, or its page's preview. */
export const PICTURE_KINDS = ["favicon", "preview"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** One picture of one link, as an API token opens it. */
export interface AddressedPicture {
  readonly userId: UserId;
  readonly tokenId: TokenId;
  readonly linkId: LinkId;
}

/**
 * Addresses at which an app loads a picture: apps ask for pictures without the token (decision 81). An address is signed under
 * the installation's key, for one picture and one token. It is the same each time, so that apps can cache the picture.
 */
export interface PictureAddresses {
  pathOf(picture: AddressedPicture, kind: PictureKind): string;
  /** The picture of a path's part; undefined for what this installation did not sign for that kind. */
  open(sealed: string, kind: PictureKind): AddressedPicture | undefined;
}

/** Of an id, and of the shortened HMAC-SHA-256 (RFC 2104 section 5). */
const OCTETS = 16;
const IDS = 3 * OCTETS;

/** Four times {@link OCTETS} in base64url. */
const SEALED = /^[\w-]{86}$/;

export function openPictureAddresses(tokenKey: string): PictureAddresses {
  const key = Buffer.from(hkdfSync("sha256", tokenKey, "", "satchel linkding pictures", 32));
  const macOf = (ids: Uint8Array, kind: PictureKind): Buffer =>
    createHmac("sha256", key).update(kind).update(ids).digest().subarray(0, OCTETS);
  return {
    pathOf: ({ userId, tokenId, linkId }, kind) => {
      const ids = Buffer.concat([userId, tokenId, linkId].map(octetsOfUuid));
      return `/linkding/pictures/${Buffer.concat([ids, macOf(ids, kind)]).toString("base64url")}/${kind}`;
    },
    open: (sealed, kind) => {
      if (!SEALED.test(sealed)) return undefined;
      const octets = Buffer.from(sealed, "base64url");
      const ids = octets.subarray(0, IDS);
      if (!timingSafeEqual(octets.subarray(IDS), macOf(ids, kind))) return undefined;
      const idAt = (at: number): string => uuidOfOctets(ids.subarray(at * OCTETS, (at + 1) * OCTETS));
      return { userId: idAt(0) as UserId, tokenId: idAt(1) as TokenId, linkId: idAt(2) as LinkId };
    },
  };
}
