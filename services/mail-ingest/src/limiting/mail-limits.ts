import { createHmac } from "node:crypto";
import { type Address, addressKey, type BusAddress, type Logger, openRecords, Turns } from "@satchel/chassis";
import { POSTMASTER_MAILS } from "@satchel/contracts";
import { BackgroundStore } from "../commands/background-store.ts";
import { LIMIT_MS, MAIL_LIMIT_SECONDS } from "../limits.ts";
import { sliceOf, takeSome, type Tally } from "../domain/mail-window.ts";

/** Counts mails over all replicas. All methods throw {@link LimitsUnavailable} when the counts can't be had. */
export interface MailLimits {
  /** Counts a mail of a client. @param network as `networkOf` names it. @returns false when it is one too many */
  ofClient(network: string): Promise<boolean>;
  /** Counts a mail of a sender who is known. @returns false when it is one too many */
  ofSender(sender: Address): Promise<boolean>;
  /** Counts a mail that is passed on to the postmaster. @returns false when it is one too many */
  ofPostmaster(): Promise<boolean>;
  /** Resolves once the counts have been reached for the first time. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

/** The store of the counts can't be reached, or does not answer in time. */
export class LimitsUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The limits are not available: ${reason}`, options);
    this.name = "LimitsUnavailable";
  }
}

export interface MailLimitsOptions {
  bus: BusAddress;
  /** The installation's key for addresses: networks and senders are stored as keyed hashes only. */
  key: string;
  mailsPerClient: number;
  mailsPerSender: number;
  logger: Logger;
}

/** What a process has reserved of a count and not used yet. It is valid within its slice of time. */
interface Share {
  slice: number;
  left: number;
  /** How many were taken together. */
  size: number;
}

/**
 * A process takes from a count more than one at a time once it needs many: one, two, four, up to this part of the limit. So under load
 * the store is asked rarely, and what a process reserves and does not use is a small part.
 */
const LARGEST_SHARE = 1 / 50;

/** The most shares that are kept; those of past slices are dropped first. */
const SHARES = 10_000;

/**
 * Opens the counts. Returns at once and connects in the background, with retries without end; until then all methods throw.
 */
export function openMailLimits(options: MailLimitsOptions): MailLimits {
  const store = new BackgroundStore({
    bus: options.bus,
    name: "mail-limits",
    logger: options.logger,
    open: (bus) => openRecords<Tally>(bus, "mail-limits", { seconds: 2 * MAIL_LIMIT_SECONDS }),
    requestMs: LIMIT_MS,
    unavailable: LimitsUnavailable,
  });
  const turns = new Turns<boolean>();
  const shares = new Map<string, Share>();

  /** Takes one from what this process has taken already. */
  const takeOwn = (name: string): boolean => {
    const share = shares.get(name);
    if (share === undefined || share.left === 0 || share.slice !== sliceOf(MAIL_LIMIT_SECONDS, Date.now()))
      return false;
    share.left--;
    return true;
  };

  /** Counts one for whom `name` names within this process and `key` in the store. */
  const take = async (name: string, key: () => string, count: number): Promise<boolean> => {
    if (takeOwn(name)) return true;
    // One request at a time for each name: those that wait use what the first one has reserved.
    return turns.take(name, async () => {
      if (takeOwn(name)) return true;
      const now = Date.now();
      const slice = sliceOf(MAIL_LIMIT_SECONDS, now);
      const share = shares.get(name);
      const most = Math.max(1, Math.floor(count * LARGEST_SHARE));
      const size = share?.slice === slice ? Math.min(share.size * 2, most) : 1;
      const granted = await store.request((records) =>
        records.change(key(), (standing) => {
          const taking = takeSome(standing ?? [], { count, seconds: MAIL_LIMIT_SECONDS }, size, now);
          return taking.granted === 0 ? { outcome: 0 } : { put: taking.tally, outcome: taking.granted };
        }),
      );
      if (shares.size >= SHARES) for (const [old, { slice: at }] of shares) if (at !== slice) shares.delete(old);
      if (granted > 0 && shares.size < SHARES) shares.set(name, { slice, left: granted - 1, size });
      return granted > 0;
    });
  };

  const client = (network: string): string =>
    createHmac("sha256", options.key).update(`mail-limit\0client\0${network}`).digest("hex");

  return {
    opened: store.opened,
    ofClient: (network) => take(`client.${network}`, () => `client.${client(network)}`, options.mailsPerClient),
    ofSender: (sender) =>
      take(`sender.${sender}`, () => `sender.${addressKey(options.key, sender)}`, options.mailsPerSender),
    ofPostmaster: () => take("postmaster.all", () => "postmaster.all", POSTMASTER_MAILS),
    close: () => store.close(),
  };
}
