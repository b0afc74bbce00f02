import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Milliseconds to download the package. */
const DOWNLOAD_MS = 120_000;

/** Postfix' load generator, and what it needs to run where Postfix is not installed. */
interface SmtpSource {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Finds `smtp-source`: on the PATH, in the cache, or in the package `postfix` of this Debian or Ubuntu, which is unpacked into the
 * cache and not installed.
 * @throws when there is none, with all that was tried and how to solve it
 */
export async function findSmtpSource(): Promise<SmtpSource> {
  const { PATH = "", SATCHEL_CACHE } = process.env;
  for (const folder of [...PATH.split(delimiter), "/usr/sbin"]) {
    const path = join(folder, "smtp-source");
    if (await exists(path)) return { path, env: process.env };
  }
  const cache = SATCHEL_CACHE || resolve(import.meta.dirname, "../../.cache");
  const kept = join(cache, "postfix", `${process.platform}-${process.arch}`);
  if (!(await exists(join(kept, "usr/sbin/smtp-source")))) await unpackPackage(kept);
  return {
    path: join(kept, "usr/sbin/smtp-source"),
    env: { ...process.env, LD_LIBRARY_PATH: join(kept, "usr/lib/postfix") },
  };
}

async function unpackPackage(kept: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "satchel-postfix-"));
  const inFolder = { cwd: folder, timeout: DOWNLOAD_MS, env: { ...process.env, LC_ALL: "C" } };
  try {
    await chmod(folder, 0o755); // as root, apt downloads as its own user
    await mkdir(join(folder, "cache/archives/partial"), { recursive: true });
    await run("apt-get", ["-o", `Dir::Cache=${join(folder, "cache")}`, "download", "postfix"], inFolder);
    const file = (await readdir(folder)).find((name) => name.endsWith(".deb")) ?? "postfix.deb";
    await run("dpkg-deb", ["--extract", file, "unpacked"], inFolder);
    await mkdir(join(kept, ".."), { recursive: true });
    await rm(kept, { recursive: true, force: true });
    await rename(join(folder, "unpacked"), kept).catch(() =>
      run("cp", ["-a", join(folder, "unpacked"), kept], inFolder),
    );
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(
      `smtp-source is not on the PATH, and the package postfix can't be had (${(stderr || message).trim().split("\n")[0]}). ` +
        "Install Postfix' tools, or run this on a Debian or Ubuntu whose package lists are there (apt-get update).",
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The mails of one run. */
export interface Load {
  readonly port: number;
  /** Concurrent connections. */
  readonly connections: number;
  readonly mails: number;
  /** Mails go through the same connection one after the other, instead of one connection for each. */
  readonly reuse: boolean;
  readonly from: string;
  readonly to: string;
}

/** Octets of a mail's text. */
const TEXT_OCTETS = 16 * 1024;

const WORDS =
  "a page about mail servers that somebody read on the train, kept for later and sent to themselves. It is long".split(
    " ",
  );

/** Lines of prose with one link at their beginning, always the same. */
function text(): string {
  const lines = ["https://example.com/page"];
  let octets = 0;
  for (let n = 0; octets < TEXT_OCTETS; n++) {
    const line = Array.from({ length: 12 }, (_, i) => WORDS[(n * 5 + i * (1 + (n % 7))) % WORDS.length]).join(" ");
    lines.push(line);
    octets += line.length + 2;
  }
  return lines.join("\r\n");
}

/**
 * Sends mails. smtp-source gives each mail a Message-ID of its own, but its texts are only Xs: a subject of several lines ends
 * the header early and adds a text. @returns the seconds
 * @throws when any mail is answered with anything but 250
 */
export async function sendMails(source: SmtpSource, load: Load): Promise<number> {
  const args = ["-4", "-s", load.connections, "-m", load.mails, "-l", 1, ...(load.reuse ? ["-d"] : [])];
  // A Message-ID consists of smtp-source's process id, which is reused after some thousand processes, and of its host's name.
  const mail = ["-M", `${randomUUID()}.example`, "-f", load.from, "-t", load.to, "-S", `A page\r\n\r\n${text()}`];
  const began = performance.now();
  const child = spawn(source.path, [...args, ...mail, `127.0.0.1:${load.port}`].map(String), {
    env: source.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let fault = "";
  child.stderr.on("data", (data) => (fault += String(data)));
  const code = await new Promise<number | null>((done, failed) => {
    child.once("error", failed);
    child.once("close", done);
  });
  if (code !== 0) throw new Error(`smtp-source ended with ${code}: ${fault.trim()}`);
  return (performance.now() - began) / 1000;
}
