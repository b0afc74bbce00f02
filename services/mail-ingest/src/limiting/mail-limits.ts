import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BusAddress,
  type Address,
  addressKey,
  type Bus,
  connectBus,
  type Logger,
  openRateLimiter,
  type RateLimiter,
} from "@satchel/chassis";
import { isSatchelError, MAIL_RATE_LIMITS, POSTMASTER_MAILS } from "@satchel/contracts";
import { within } from "../deadline.ts";
import { JOURNAL_RETRY_MS, LIMIT_MS, MAIL_LIMIT_SECONDS } from "../limits.ts";

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
  /** The installation's key for addresses: what is counted for is told by keyed hashes alone. */
  key: string;
  mailsPerClient: number;
  mailsPerSender: number;
  logger: Logger;
}

/** Opens the counts. Returns at once and connects in the background, for ever; until then nothing is available. */
export function openMailLimits(options: MailLimitsOptions): MailLimits {
  const { logger } = options;
  const closing = new AbortController();
  let bus: Bus | undefined;
  let limiter: RateLimiter | undefined;

  const open = async (): Promise<void> => {
    while (!closing.signal.aborted && limiter === undefined) {
      try {
        bus ??= await connectBus({ ...options.bus, name: "mail-limits", logger });
        limiter = await openRateLimiter(bus, { bucket: MAIL_RATE_LIMITS, seconds: 2 * MAIL_LIMIT_SECONDS });
      } catch (error) {
        logger.error({ err: error }, "The limits can't be opened; trying again");
        await sleep(JOURNAL_RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    if (closing.signal.aborted) await bus?.close();
  };
  const opening = open();

  /** Counts one for a key. @returns whether it is within the limit */
  const take = async (name: string, key: string, count: number): Promise<boolean> => {
    if (limiter === undefined || bus?.connected() !== true) throw new LimitsUnavailable("not connected");
    const taking = limiter.take({ name, count, seconds: MAIL_LIMIT_SECONDS }, key).then(
      () => true,
      (error: unknown) => {
        if (isSatchelError(error) && error.code === "limited") return false;
        throw new LimitsUnavailable("it failed", { cause: error });
      },
    );
    return within(LIMIT_MS, taking, () => new LimitsUnavailable(`no answer within ${LIMIT_MS} ms`));
  };

  const client = (network: string): string =>
    createHmac("sha256", options.key).update(`mail-limit\0client\0${network}`).digest("hex");

  return {
    opened: opening,
    ofClient: (network) => take("client", client(network), options.mailsPerClient),
    ofSender: (sender) => take("sender", addressKey(options.key, sender), options.mailsPerSender),
    ofPostmaster: () => take("postmaster", "all", POSTMASTER_MAILS),
    close: async () => {
      closing.abort();
      // A connection that never came about can't be waited for; the process ends with it.
      await (bus === undefined ? undefined : opening.then(() => bus?.close()));
    },
  };
}
