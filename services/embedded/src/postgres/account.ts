import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import type { Account } from "../process/server.ts";

const run = promisify(execFile);

/** Asked in this order. No account is made: nothing of the system is changed. */
const UNPRIVILEGED = ["postgres", "nobody"];

/**
 * The account that Postgres runs as: it refuses to run as root, so root needs another one: the owner of an existing
 * cluster, else `postgres`, else `nobody`.
 * @param cluster the directory of the cluster, which need not exist
 * @returns undefined for the account of this process
 */
export async function postgresAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== "linux") {
    throw new Error("Postgres does not run as root: start Satchel as an ordinary user, or set DATABASE_URL");
  }
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of UNPRIVILEGED) {
    const [uid, gid] = await Promise.all([id("-u", name), id("-g", name)]);
    if (uid && gid) return { uid, gid };
  }
  throw new Error(`Postgres does not run as root, and there is no account ${UNPRIVILEGED.join(" or ")} to run it as`);
}

async function id(what: "-u" | "-g", name: string): Promise<number> {
  return run("id", [what, name]).then(
    ({ stdout }) => Number(stdout),
    () => 0,
  );
}
