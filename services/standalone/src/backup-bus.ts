import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bus, connectBus, createLogger, type Logger } from "@satchel/chassis";
import { startNats } from "@satchel/embedded";
import { keyFor, secretFile } from "./secret.ts";
import { readSettings, type Settings } from "./settings.ts";
import { runningFile } from "./system.ts";

/** The bus to back up or restore, and the keys that belong to it. */
export interface Installation {
  readonly bus: Bus;
  /** Folder of the secret beside the data; undefined where the operator provides the keys. */
  readonly secretDir: string | undefined;
  readonly secret: string | undefined;
  /** See {@link markOf}; undefined where there is no key yet. */
  readonly addressKeyMark: string | undefined;
  readonly logger: Logger;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** A text that distinguishes an address key from others, and reveals nothing else about it. */
const markOf = (addressKey: string): string =>
  createHmac("sha256", addressKey).update("satchel backup").digest("hex").slice(0, 32);

/**
 * Does work by its first user on the bus of `NATS_URL`, else on that of the instance that runs on `DATA_DIR`, else on the one whose data is
 * there, which is started for it.
 * @param alone whether no other process may use `DATA_DIR` meanwhile; then it is made where it does not exist
 * @throws when there is no bus
 */
export async function withBus<T>(alone: boolean, work: (installation: Installation) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const logger = createLogger("backup", settings.LOG_LEVEL);
  const { bus, stop } = await openBus(settings, alone, logger);
  try {
    const { ADDRESS_KEY } = process.env;
    const isConfigured = settings.SECRET !== undefined || (ADDRESS_KEY !== undefined && ADDRESS_KEY !== "");
    const secretDir = isConfigured ? undefined : settings.DATA_DIR;
    const secret = settings.SECRET ?? (secretDir === undefined ? undefined : await readSecret(secretDir));
    const addressKey = ADDRESS_KEY || (secret === undefined ? undefined : keyFor(secret, "addresses"));
    const addressKeyMark = addressKey === undefined ? undefined : markOf(addressKey);
    return await work({ bus, secretDir, secret, addressKeyMark, logger });
  } finally {
    await stop();
  }
}

const readSecret = async (dataDir: string): Promise<string | undefined> =>
  (await readFile(secretFile(dataDir), "utf8").catch(() => undefined))?.trim();

async function openBus(settings: Settings, alone: boolean, logger: Logger) {
  const { DATA_DIR } = settings;
  const connect = (url: string): Promise<Bus> =>
    connectBus({ url, name: "backup", logger, wait: false, copies: settings.NATS_REPLICAS });
  if (settings.NATS_URL !== undefined) {
    const bus = await connect(settings.NATS_URL);
    return { bus, stop: () => bus.close() };
  }
  const running = alone ? undefined : await readRunning(DATA_DIR);
  const existing = running === undefined ? undefined : await connect(running).catch(() => undefined);
  if (existing !== undefined) return { bus: existing, stop: () => existing.close() };
  if (!alone && !existsSync(join(DATA_DIR, "nats"))) {
    throw new Error(`There is no data in ${DATA_DIR}. Is it the right DATA_DIR?`);
  }
  await mkdir(DATA_DIR, { recursive: true });
  await chmod(DATA_DIR, 0o700);
  const nats = await startNats({ dataDir: join(DATA_DIR, "nats"), log: say });
  try {
    const bus = await connect(nats.url);
    const stop = async (): Promise<void> => {
      await bus.close();
      await nats.stop();
    };
    return { bus, stop };
  } catch (error) {
    await nats.stop();
    throw error;
  }
}

async function readRunning(dataDir: string): Promise<string | undefined> {
  const text = await readFile(runningFile(dataDir), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as { NATS_URL: string }).NATS_URL;
}
