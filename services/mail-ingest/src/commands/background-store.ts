import { setTimeout as sleep } from "node:timers/promises";
import { type Bus, type BusAddress, connectBus, type Logger } from "@satchel/chassis";
import { JOURNAL_RETRY_MS } from "../limits.ts";
import { within } from "./deadline.ts";

export interface BackgroundStoreOptions<Store> {
  readonly bus: BusAddress;
  /** The name of the connection, as the bus shows it. */
  readonly name: string;
  readonly logger: Logger;
  readonly open: (bus: Bus) => Promise<Store>;
  /** Milliseconds for one request. */
  readonly requestMs: number;
  /** The error of a request that can't be made, fails, or has no answer in time. */
  readonly unavailable: new (
    reason: string,
    options?: ErrorOptions,
  ) => Error;
}

/** Something on the bus that is opened in the background, with retries without end. */
export class BackgroundStore<Store> {
  /** Resolves once it has been opened for the first time. */
  readonly opened: Promise<void>;
  readonly #options: BackgroundStoreOptions<Store>;
  readonly #closing = new AbortController();
  #bus: Bus | undefined;
  #store: Store | undefined;

  constructor(options: BackgroundStoreOptions<Store>) {
    this.#options = options;
    this.opened = this.#open();
  }

  /** Makes a request. Throws the error `unavailable` of the options, and nothing else. */
  async request<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const { requestMs, unavailable: Unavailable } = this.#options;
    if (this.#store === undefined || this.#bus?.connected() !== true) throw new Unavailable("not connected");
    try {
      return await within(requestMs, work(this.#store), () => {
        throw new Unavailable(`no answer within ${requestMs} ms`);
      });
    } catch (error) {
      throw error instanceof Unavailable ? error : new Unavailable("it failed", { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // A connection attempt that has no end yet is not waited for: it ends with the process.
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
        await sleep(JOURNAL_RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    if (signal.aborted) await this.#bus?.close();
  }
}
