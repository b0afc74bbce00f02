import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Bus, openRecords } from "@satchel/chassis";
import { CHALLENGE_SECONDS, type UserId } from "@satchel/contracts";

/** The purpose of a challenge: a new passkey of this user, or a sign-in. */
type Purpose = { readonly kind: "add"; readonly userId: UserId } | { readonly kind: "sign-in" };

/** A challenge that was answered correctly, and the command with the answer. */
interface UsedChallenge {
  readonly usedBy: string;
}

/** Challenges of passkey ceremonies. Only those that were answered correctly are stored. */
export interface Challenges {
  issue(purpose: Purpose): Uint8Array<ArrayBuffer>;
  /** Whether a challenge, in base64url, was issued for this purpose within {@link CHALLENGE_SECONDS}. */
  isValid(challenge: string, purpose: Purpose): boolean;
  /** Uses a challenge up. @returns `again` when this command used it before, `spent` when another one did */
  use(challenge: string, commandId: string): Promise<"fresh" | "again" | "spent">;
}

const TIME_BYTES = 6;
const RANDOM_BYTES = 24;
const MAC_BYTES = 32;
const LIFE_MS = CHALLENGE_SECONDS * 1000;

/**
 * Seconds for which a used challenge is stored: twice its life, so that no replica with a slow clock accepts it again.
 */
const STORED_SECONDS = 2 * CHALLENGE_SECONDS;

/**
 * Opens challenges. Each is a time, random octets, and the HMAC-SHA-256 of both and the purpose.
 * @param key the installation's key for codes
 */
export async function openChallenges(bus: Bus, key: string, clock: () => number): Promise<Challenges> {
  const used = await openRecords<UsedChallenge>(bus, "challenges", { seconds: STORED_SECONDS });
  const mac = (body: Uint8Array, purpose: Purpose): Buffer =>
    createHmac("sha256", key)
      .update(`passkey\0${purpose.kind}\0${purpose.kind === "add" ? purpose.userId : ""}\0`)
      .update(body)
      .digest();

  return {
    issue: (purpose) => {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(clock(), 0, TIME_BYTES);
      const body = Buffer.concat([time, randomBytes(RANDOM_BYTES)]);
      return Uint8Array.from(Buffer.concat([body, mac(body, purpose)]));
    },
    isValid: (challenge, purpose) => {
      const octets = Buffer.from(challenge, "base64url");
      if (octets.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return false;
      const body = octets.subarray(0, -MAC_BYTES);
      const age = clock() - body.readUIntBE(0, TIME_BYTES);
      return timingSafeEqual(octets.subarray(-MAC_BYTES), mac(body, purpose)) && Math.abs(age) < LIFE_MS;
    },
    // The key is encoded again, because base64url has several spellings of the same octets.
    use: (challenge, commandId) =>
      used.change(Buffer.from(challenge, "base64url").toString("base64url"), (current) => {
        if (current === undefined) return { put: { usedBy: commandId }, outcome: "fresh" as const };
        return { outcome: current.usedBy === commandId ? ("again" as const) : ("spent" as const) };
      }),
  };
}
