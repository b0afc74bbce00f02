import { createHmac } from "node:crypto";
import { type Address, addressKey } from "@satchel/chassis";
import {
  isSatchelError,
  LETTERS_PER_DAY,
  LETTERS_PER_HOUR,
  POSTMASTER_MAILS,
  type SecretAddressId,
} from "@satchel/contracts";
import type { MailBus } from "../commands/mail-bus.ts";
import { LETTER_LIMIT_SECONDS, LIMIT_MS, MAIL_LIMIT_SECONDS } from "../limits.ts";

/** Counts mails over all replicas. All methods throw `StoreUnavailable`. */
export interface MailLimits {
  /** Counts a mail of a client. @param network as `networkOf` names it. @returns false when it is one too many */
  ofClient(network: string): Promise<boolean>;
  /** Counts a mail of a sender with an account. @returns false when it is one too many */
  ofSender(sender: Address): Promise<boolean>;
  /** Counts a mail to a secret address. @returns false when it is one too many in an hour, or in a day */
  ofSecretAddress(id: SecretAddressId): Promise<boolean>;
  /** Counts a mail that is forwarded to the postmaster. @returns false when it is one too many */
  ofPostmaster(): Promise<boolean>;
}

interface MailLimitsOptions {
  /** The installation's key for addresses: networks and senders are stored as keyed hashes only. */
  key: string;
  mailsPerClient: number;
  mailsPerSender: number;
}

export function mailLimits(bus: MailBus, options: MailLimitsOptions): MailLimits {
  /** Counts one for a key. @returns whether it is within the limit */
  const take = (name: string, key: string, count: number, seconds: number = MAIL_LIMIT_SECONDS): Promise<boolean> =>
    bus.request(async ({ limiter }) => {
      try {
        await limiter.take({ name, count, seconds }, key);
        return true;
      } catch (error) {
        if (isSatchelError(error) && error.code === "limited") return false;
        throw error;
      }
    }, LIMIT_MS);

  const client = (network: string): string =>
    createHmac("sha256", options.key).update(`mail-limit\0client\0${network}`).digest("hex");

  return {
    ofClient: (network) => take("client", client(network), options.mailsPerClient),
    ofSender: (sender) => take("sender", addressKey(options.key, sender), options.mailsPerSender),
    ofSecretAddress: async (id) =>
      (await take("letters-hour", id, LETTERS_PER_HOUR)) &&
      (await take("letters-day", id, LETTERS_PER_DAY, LETTER_LIMIT_SECONDS)),
    ofPostmaster: () => take("postmaster", "all", POSTMASTER_MAILS),
  };
}
