import {
  type BlobStore,
  type BusAddress,
  type CommandClient,
  commandClient,
  connectBus,
  type Bus,
  type Journal,
  type Logger,
  openDocuments,
  openJournal,
  openRateLimiter,
  openSecretAddressReader,
  pause,
  type RateLimiter,
  type SecretAddressReader,
  within,
} from "@satchel/chassis";
import { MAIL_RATE_LIMITS } from "@satchel/contracts";
import {
  BOUNCE_MS,
  JOURNAL_MS,
  JOURNAL_RETRY_MS,
  LETTER_LIMIT_SECONDS,
  MAIL_LIMIT_SECONDS,
  ROOM_MS,
} from "../limits.ts";

interface MailBusOptions {
  readonly bus: BusAddress;
  readonly syncUnchecked: boolean;
  readonly logger: Logger;
}

/** What the SMTP server uses of the bus. */
interface BusParts {
  readonly journal: Journal;
  readonly documents: BlobStore;
  readonly settings: SecretAddressReader;
  readonly limiter: RateLimiter;
  /** To the archive, about room. */
  readonly archive: CommandClient;
  /** To identity, about digests that came back. */
  readonly identity: CommandClient;
}

/** The bus can't be reached, fails, or does not answer in time. A request may have been executed nevertheless. */
export class StoreUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The bus is not available: ${reason}`, options);
    this.name = "StoreUnavailable";
  }
}

/** The bus of the SMTP server. It is opened in the background, with any number of retries. */
export class MailBus {
  /** Resolves when it is open for the first time. */
  readonly opened: Promise<void>;
  readonly #options: MailBusOptions;
  readonly #closing = new AbortController();
  #bus: Bus | undefined;
  #parts: BusParts | undefined;

  constructor(options: MailBusOptions) {
    this.#options = options;
    this.opened = this.#open();
  }

  /**
   * Makes a request.
   * @param requestMs milliseconds for it
   * @throws {StoreUnavailable} only
   */
  async request<Result>(work: (parts: BusParts) => Promise<Result>, requestMs: number = JOURNAL_MS): Promise<Result> {
    if (this.#parts === undefined || this.#bus?.connected() !== true) throw new StoreUnavailable("not connected");
    try {
      return await within(work(this.#parts), requestMs, () => {
        throw new StoreUnavailable(`no answer within ${requestMs} ms`);
      });
    } catch (error) {
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable("it failed", { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // An attempt in progress to connect is not awaited: it ends with the process.
    if (this.#bus === undefined) return;
    await this.opened;
    await this.#bus.close();
  }

  async #open(): Promise<void> {
    const { bus: address, syncUnchecked, logger } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted && this.#parts === undefined) {
      try {
        const bus = (this.#bus ??= await connectBus({ ...address, name: "mail-ingest", logger }));
        this.#parts = {
          journal: await openJournal(bus, { logger, syncUnchecked }),
          documents: await openDocuments(bus),
          settings: await openSecretAddressReader(bus),
          limiter: await openRateLimiter(bus, {
            bucket: MAIL_RATE_LIMITS,
            seconds: LETTER_LIMIT_SECONDS + MAIL_LIMIT_SECONDS,
          }),
          archive: commandClient(bus, logger, ROOM_MS),
          identity: commandClient(bus, logger, BOUNCE_MS),
        };
        logger.info("The bus is connected");
      } catch (error) {
        logger.error({ err: error }, "The bus can't be reached; trying again");
        await pause(JOURNAL_RETRY_MS, signal);
      }
    }
    if (signal.aborted) await this.#bus?.close();
  }
}
