import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { UserId } from "@satchel/contracts";
import { type Positions, positionsOf, projections } from "./positions.ts";

/** A reader's position: it has received everything up to these positions of the journal of `epoch`. */
export interface ReaderPosition {
  /** The journal's time of creation in milliseconds: positions are valid in this journal only. */
  readonly epoch: number;
  readonly positions: Positions;
}

export interface EventIds {
  seal(userId: UserId, position: ReaderPosition): string;
  /** The content of an id; undefined for an invalid one, another user's, or under another key. */
  open(userId: UserId, id: string): ReaderPosition | undefined;
}

const CIPHER = "aes-256-gcm";
const NONCE_OCTETS = 12;
const TAG_OCTETS = 16;
const NUMBER_OCTETS = 6;
const PLAIN_OCTETS = NUMBER_OCTETS * (1 + projections.length);
const LENGTH = NONCE_OCTETS + PLAIN_OCTETS + TAG_OCTETS;

/**
 * Makes the ids under the installation's key, so that every gateway can read them. Positions in the journal reveal how
 * busy the installation is, so they are encrypted, together with the user's id (NIST SP 800-38D; decision 2).
 */
export function eventIds(tokenKey: string): EventIds {
  const key = Buffer.from(hkdfSync("sha256", tokenKey, "", "satchel live event ids", 32));
  return {
    seal: (userId, { epoch, positions }) => {
      const plain = Buffer.alloc(PLAIN_OCTETS);
      [epoch, ...projections.map((name) => positions[name])].forEach((number, at) =>
        plain.writeUIntBE(number, at * NUMBER_OCTETS, NUMBER_OCTETS),
      );
      const nonce = randomBytes(NONCE_OCTETS);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(userId));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
    },
    open: (userId, id) => {
      const octets = Buffer.from(id, "base64url");
      if (octets.length !== LENGTH) return undefined;
      const decipher = createDecipheriv(CIPHER, key, octets.subarray(0, NONCE_OCTETS), { authTagLength: TAG_OCTETS });
      decipher.setAAD(Buffer.from(userId)).setAuthTag(octets.subarray(-TAG_OCTETS));
      try {
        const plain = Buffer.concat([decipher.update(octets.subarray(NONCE_OCTETS, -TAG_OCTETS)), decipher.final()]);
        const number = (at: number): number => plain.readUIntBE(at * NUMBER_OCTETS, NUMBER_OCTETS);
        return { epoch: number(0), positions: positionsOf((_, index) => number(index + 1)) };
      } catch {
        return undefined;
      }
    },
  };
}
