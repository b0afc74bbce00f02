import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A server program that was run once to learn its version, such as "2.10.27". */
export interface NatsServer {
  readonly path: string;
  readonly version: string;
}

/** @returns undefined when the file is missing, does not run here, or is no NATS server */
export async function probeNatsServer(path: string): Promise<NatsServer | undefined> {
  try {
    await access(path, constants.X_OK);
    const { stdout } = await run(path, ["--version"], { timeout: 10_000 });
    const version = /\bv?(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
    return version === undefined ? undefined : { path, version };
  } catch {
    return undefined;
  }
}
