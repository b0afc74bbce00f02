import { readFile } from "node:fs/promises";
import { ConfigurationError } from "@satchel/chassis";
import { readSettings } from "./settings.ts";
import { runningFile } from "./system.ts";

/**
 * The addresses in the environment, or those of the instance that runs on `DATA_DIR`: for commands that work beside it.
 * @throws {ConfigurationError} where there is neither
 */
export async function whereItRuns(): Promise<Record<string, string | undefined>> {
  if (process.env.NATS_URL !== undefined && process.env.DATABASE_URL !== undefined) return process.env;
  const file = runningFile(readSettings(process.env).DATA_DIR);
  const text = await readFile(file, "utf8").catch(() => {
    throw new ConfigurationError([`Satchel does not run here (no ${file}), and NATS_URL and DATABASE_URL are not set`]);
  });
  return { ...process.env, ...(JSON.parse(text) as Record<string, string>) };
}
