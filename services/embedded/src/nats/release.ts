import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Progress } from "../progress.ts";
import { keepInCache } from "./cache.ts";
import { type NatsServer, probeNatsServer } from "./version.ts";

const run = promisify(execFile);

/** A release that is accepted only as exactly these bytes. */
export interface PinnedRelease {
  readonly version: string;
  /** Where the release's files are. */
  readonly site: string;
  /** By Node's platform and architecture: the release's own name for it, and the SHA-256 of its .tar.gz. */
  readonly assets: Readonly<Record<string, { readonly name: string; readonly sha256: string }>>;
}

/**
 * The last release of the minor version that docker-compose.yml names. The hashes are those that the NATS authors
 * themselves check in the Dockerfile of their official image (nats-io/nats-docker, 2.10.x/alpine3.22).
 */
export const PINNED_RELEASE: PinnedRelease = {
  version: "2.10.29",
  site: "https://github.com/nats-io/nats-server/releases/download/v2.10.29",
  assets: {
    "linux-x64": { name: "linux-amd64", sha256: "e314da74a83a1d3876db8814c27eb990fe729640fd6452025b441bcede8390da" },
    "linux-arm64": { name: "linux-arm64", sha256: "da4b27942ecfb4c5f0c54553d2e7f470ddda9d7581cfe8131b351a0e223ed401" },
  },
};

/** The archive has 6 MB: a minute is a line of 1 Mbit/s. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/**
 * Downloads the pinned release into the cache.
 * @throws when this platform has no pinned file, the site cannot be reached, or the bytes are not the pinned ones
 */
export async function downloadRelease(cache: string, release: PinnedRelease, log: Progress): Promise<NatsServer> {
  const platform = `${process.platform}-${process.arch}`;
  const asset = release.assets[platform];
  if (asset === undefined) throw new Error(`no release is pinned for ${platform}`);
  const name = `nats-server-v${release.version}-${asset.name}`;
  log(`Downloading NATS server ${release.version}, the official release`);
  const archive = await download(`${release.site}/${name}.tar.gz`);
  const sha256 = createHash("sha256").update(archive).digest("hex");
  if (sha256 !== asset.sha256) {
    throw new Error(`${name}.tar.gz is not the pinned file: its SHA-256 is ${sha256}, not ${asset.sha256}`);
  }
  const folder = await mkdtemp(join(tmpdir(), `satchel-nats-${process.pid}-`));
  try {
    await writeFile(join(folder, "release.tar.gz"), archive);
    await run("tar", ["-xzf", "release.tar.gz"], { cwd: folder });
    const server = await probeNatsServer(join(folder, name, "nats-server"));
    if (server === undefined) throw new Error("the released program does not run on this machine");
    return await keepInCache(cache, server);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function download(url: string): Promise<Buffer> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (cause) {
    throw new Error(`${url} could not be downloaded`, { cause });
  }
}
