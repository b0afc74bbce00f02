import type { LinkId } from "@satchel/contracts";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Where the archive is, and what opens it. */
export interface Login {
  readonly server: string;
  readonly token: string;
}

/** What `undo` takes back: a call that changed many links alike, or links that were saved. */
type LastChange = { readonly bulk: string } | { readonly saved: readonly LinkId[] };

/** Folders of a user's programs (XDG Base Directory Specification). */
const folder = (variable: string, fallback: string): string =>
  join(process.env[variable] || join(homedir(), fallback), "satchel");
const loginFile = (): string => join(folder("XDG_CONFIG_HOME", ".config"), "login.json");
const lastFile = (): string => join(folder("XDG_STATE_HOME", ".local/state"), "last-change.json");

async function read<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces a file in one step. Nobody else on the machine may read it. */
async function write(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** The login of the environment (`SATCHEL_SERVER`, `SATCHEL_TOKEN`), else the stored one. */
export async function readLogin(): Promise<Login | undefined> {
  const { SATCHEL_SERVER: server, SATCHEL_TOKEN: token } = process.env;
  const stored = server && token ? undefined : await read<Login>(loginFile());
  const login = { server: server || stored?.server, token: token || stored?.token };
  // A stored token is for its own server alone.
  if (login.server === undefined || login.token === undefined) return undefined;
  if (login.token === stored?.token && login.server !== stored.server) return undefined;
  return { server: login.server, token: login.token };
}

export const writeLogin = (login: Login): Promise<void> => write(loginFile(), login);
export const removeLogin = (): Promise<void> => rm(loginFile(), { force: true });

/** The last change that was made on this server from here. */
export async function readLast(server: string): Promise<LastChange | undefined> {
  const last = await read<{ server: string; change: LastChange }>(lastFile());
  return last?.server === server ? last.change : undefined;
}

export const writeLast = (server: string, change: LastChange): Promise<void> => write(lastFile(), { server, change });
export const removeLast = (): Promise<void> => rm(lastFile(), { force: true });
