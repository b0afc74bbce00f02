import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Key, Lock } from "@satchel/backup";
import { UsageError } from "./command.ts";

interface BackupArguments {
  readonly to: string;
  readonly holds: "everything" | "erasures";
  readonly keep: number | undefined;
  readonly lock: Lock | undefined;
}

interface RestoreArguments {
  readonly from: string;
  readonly erasures: readonly string[];
  readonly force: boolean;
  /** Only reads the backup to its end and reports its content. */
  readonly check: boolean;
  readonly key: Key | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the arguments of `npm run backup`.
 * @throws {UsageError}
 */
export async function readBackupArguments(args: readonly string[], env: Environment): Promise<BackupArguments> {
  const values = parse(args, {
    to: { type: "string" },
    "erasures-only": { type: "boolean", default: false },
    keep: { type: "string" },
    "passphrase-file": { type: "string" },
    recipient: { type: "string", multiple: true },
  });
  const { to, keep, recipient: recipients } = values;
  if (to === undefined || to === "") throw new UsageError("--to is missing");
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw new UsageError("--keep takes a number from 1 on");
  const passphrase = await passphraseOf(values["passphrase-file"], env);
  if (passphrase !== undefined && recipients !== undefined) {
    throw new UsageError("A backup is encrypted with a passphrase or for --recipient, not both");
  }
  for (const recipient of recipients ?? []) {
    if (!recipient.startsWith("age1")) throw new UsageError("--recipient takes a public key of age: age1…");
  }
  return {
    to,
    holds: values["erasures-only"] ? "erasures" : "everything",
    keep: keep === undefined ? undefined : Number(keep),
    lock:
      passphrase !== undefined ? { kind: "passphrase", passphrase } : recipients && { kind: "recipients", recipients },
  };
}

/**
 * Reads the arguments of `npm run restore`.
 * @throws {UsageError}
 */
export async function readRestoreArguments(args: readonly string[], env: Environment): Promise<RestoreArguments> {
  const values = parse(args, {
    from: { type: "string" },
    erasures: { type: "string", multiple: true, default: [] },
    force: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    "passphrase-file": { type: "string" },
    "identity-file": { type: "string" },
  });
  const { from, erasures, force, check } = values;
  if (from === undefined || from === "") throw new UsageError("--from is missing");
  return {
    from,
    erasures,
    force,
    check,
    key: await keyOf(values["passphrase-file"], values["identity-file"], env),
  };
}

/**
 * Reads the arguments of `npm run drill`.
 * @throws {UsageError}
 */
export async function readDrillArguments(
  args: readonly string[],
  env: Environment,
): Promise<Pick<RestoreArguments, "from" | "key">> {
  const values = parse(args, {
    from: { type: "string" },
    "passphrase-file": { type: "string" },
    "identity-file": { type: "string" },
  });
  const { from } = values;
  if (from === undefined || from === "") throw new UsageError("--from is missing");
  return { from, key: await keyOf(values["passphrase-file"], values["identity-file"], env) };
}

/** The secret keys of a file, else the passphrase. */
async function keyOf(
  passphraseFile: string | undefined,
  identityFile: string | undefined,
  env: Environment,
): Promise<Key | undefined> {
  const identities = await identitiesOf(identityFile);
  if (identities !== undefined) return { kind: "identities", identities };
  const passphrase = await passphraseOf(passphraseFile, env);
  return passphrase === undefined ? undefined : { kind: "passphrase", passphrase };
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parse<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  });
}

/** The first line of a file, else `BACKUP_PASSPHRASE`: an argument would be visible in the list of processes. */
async function passphraseOf(file: string | undefined, env: Environment): Promise<string | undefined> {
  if (file === undefined) return env.BACKUP_PASSPHRASE || undefined;
  const [line = ""] = (await read(file)).split(/\r?\n/);
  if (line === "") throw new UsageError(`${file} has no passphrase in its first line`);
  return line;
}

/** The keys of a file as `age-keygen` writes it. */
async function identitiesOf(file: string | undefined): Promise<string[] | undefined> {
  if (file === undefined) return undefined;
  const keys = (await read(file)).split(/\r?\n/).filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (keys.length === 0) throw new UsageError(`${file} has no AGE-SECRET-KEY-…`);
  return keys;
}
