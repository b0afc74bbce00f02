/** A NATS server with JetStream that nobody else uses. */
export interface TestNats {
  /** With user and password; the same after `restart`. */
  readonly url: string;
  readonly monitorUrl: string;
  /** Where JetStream keeps its files. */
  readonly storeDir: string;
  readonly stop: () => Promise<void>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Starts it again after `stop` or `kill`, or stops it before; address and data stay. */
  readonly restart: () => Promise<void>;
}
