import { type Bus, type BusAddress, connectBus, type Logger, pause, within } from "@satchel/chassis";
import { JOURNAL_RETRY_MS } from "../limits.ts";

interface BackgroundStoreOptions<Store> {
  readonly bus: BusAddress;
  /** The name of the connection, as the bus shows it. */
  readonly name: string;
  readonly logger: Logger;
  readonly open: (bus: Bus) => Promise<Store>;
  /** Milliseconds for one request. */
  readonly requestMs: number;
}

/** The store can't be reached, fails, or does not answer in time. A request may have been executed nevertheless. */
export class StoreUnavailable extends Error {
  constructor(store: string, reason: string, options?: ErrorOptions) {
    super(`${store} is not available: ${reason}`, options);
    this.name = "StoreUnavailable";
  }
}

/** A store on the bus that is opened in the background, with any number of retries. */
export class BackgroundStore<Store> {
  /** Resolves when it is open for the first time. */
  readonly opened: Promise<void>;
  readonly #options: BackgroundStoreOptions<Store>;
  readonly #closing = new AbortController();
  #bus: Bus | undefined;
  #store: Store | undefined;

  constructor(options: BackgroundStoreOptions<Store>) {
    this.#options = options;
    this.opened = this.#open();
  }

  /**
   * Makes a request.
   * @param requestMs milliseconds for it, if not those of all
   * @throws {StoreUnavailable} only
   */
  async request<Result>(
    work: (store: Store) => Promise<Result>,
    requestMs: number = this.#options.requestMs,
  ): Promise<Result> {
    const { name } = this.#options;
    if (this.#store === undefined || this.#bus?.connected() !== true) throw new StoreUnavailable(name, "not connected");
    try {
      return await within(work(this.#store), requestMs, () => {
        throw new StoreUnavailable(name, `no answer within ${requestMs} ms`);
      });
    } catch (error) {
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable(name, "it failed", { cause: error });
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
    const { bus, name, logger, open } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted && this.#store === undefined) {
      try {
        this.#bus ??= await connectBus({ ...bus, name, logger });
        this.#store = await open(this.#bus);
        logger.info({ store: name }, "The bus is connected");
      } catch (error) {
        logger.error({ err: error, store: name }, "The bus can't be reached; trying again");
        await pause(JOURNAL_RETRY_MS, signal);
      }
    }
    if (signal.aborted) await this.#bus?.close();
  }
}
