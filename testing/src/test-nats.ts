/** A NATS server with JetStream for one test file. */
export interface TestNats {
  /** With user and password; the same after `restart`. */
  readonly url: string;
  readonly monitorUrl: string;
  /** Where JetStream keeps its files. */
  readonly storeDir: string;
  readonly stop: () => Promise<void>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Stops it if it runs, and starts it again with the same address and data. */
  readonly restart: () => Promise<void>;
}
