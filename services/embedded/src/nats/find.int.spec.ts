import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../../test/support.ts";
import { keepInCache } from "./cache.ts";
import { findNatsServer } from "./find.ts";
import type { PinnedRelease } from "./release.ts";

const platform = `${process.platform}-${process.arch}`;
const noDistribution = () => Promise.reject(new Error("this system is neither Debian nor Ubuntu"));
const noRelease: PinnedRelease = { version: "2.10.29", site: "http://127.0.0.1:9", assets: {} };

/** A folder with a program that says it is this version. */
async function programOf(version: string): Promise<string> {
  const folder = await tempDir();
  await writeFile(join(folder, "nats-server"), `#!/bin/sh\necho "nats-server: v${version}"\n`, { mode: 0o755 });
  return folder;
}

/** A loopback site that offers the real server as a release. */
async function releaseSite(change: (archive: Buffer) => Buffer = (archive) => archive): Promise<PinnedRelease> {
  const real = await findNatsServer();
  const folder = await tempDir();
  const name = `nats-server-v${real.version}-test`;
  await mkdir(join(folder, name));
  await copyFile(real.path, join(folder, name, "nats-server"));
  execFileSync("tar", ["-czf", "release.tar.gz", name], { cwd: folder });
  const archive = await readFile(join(folder, "release.tar.gz"));
  const site = createServer((request, response) => {
    response.statusCode = request.url === `/${name}.tar.gz` ? 200 : 404;
    response.end(change(archive));
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  onTestFinished(() => void site.close());
  const { port } = site.address() as { port: number };
  const sha256 = createHash("sha256").update(archive).digest("hex");
  return { version: real.version, site: `http://127.0.0.1:${port}`, assets: { [platform]: { name: "test", sha256 } } };
}

test("given a new enough server on the PATH, when one is looked for, then it is that one", async () => {
  const folder = await programOf("2.11.4");

  const found = await findNatsServer({ env: { PATH: folder, SATCHEL_CACHE: await tempDir() } });

  expect(found).toEqual({ path: join(folder, "nats-server"), version: "2.11.4" });
});

test("given NATS_BIN, when one is looked for, then it goes before the PATH", async () => {
  const [named, onPath] = [await programOf("2.10.0"), await programOf("2.11.4")];

  const env = { NATS_BIN: join(named, "nats-server"), PATH: onPath, SATCHEL_CACHE: await tempDir() };

  expect((await findNatsServer({ env })).version).toBe("2.10.0");
});

test("given only Debian 12's 2.9.10, when none can be started, then the error says so and names the ways out", async () => {
  const folder = await programOf("2.9.10");
  const env = { PATH: folder, SATCHEL_CACHE: await tempDir() };

  const search = findNatsServer({ env, release: noRelease, distribution: noDistribution });

  await expect(search).rejects.toThrow(`${join(folder, "nats-server")} is version 2.9.10`);
  await expect(search).rejects.toThrow(/three ways out:\n.*NATS_BIN.*\n.*NATS_URL.*\n.*mirror/);
});

test("given an old server on the PATH and a newer one in the cache, when one is looked for, then it is the cache's", async () => {
  const cache = await tempDir();
  for (const version of ["2.10.9", "2.10.27"]) {
    await keepInCache(cache, { path: join(await programOf(version), "nats-server"), version });
  }
  const lines: string[] = [];

  const env = { PATH: await programOf("2.9.10"), SATCHEL_CACHE: cache };
  const found = await findNatsServer({ env, log: (line) => lines.push(line) });

  expect(found.version).toBe("2.10.27");
  expect(lines.join()).toMatch(/2\.9\.10, and 2\.10 or newer is needed/);
});

test("given an empty cache, when several starts download the release at once, then all get one whole server", async () => {
  const cache = await tempDir();
  const release = await releaseSite();
  const options = { env: { SATCHEL_CACHE: cache }, release, distribution: noDistribution };

  const found = await Promise.all([1, 2, 3].map(() => findNatsServer(options)));

  expect(new Set(found.map(({ path }) => path)).size).toBe(1);
  expect(found[0]?.version).toBe(release.version);
  expect(await readdir(join(cache, "nats", platform))).toEqual([release.version]);
});

test("given a release whose bytes were changed, when it is downloaded, then it is refused and nothing is kept", async () => {
  const cache = await tempDir();
  const release = await releaseSite((archive) => Buffer.concat([archive, Buffer.from("x")]));

  const search = findNatsServer({ env: { SATCHEL_CACHE: cache }, release, distribution: noDistribution });

  await expect(search).rejects.toThrow(/is not the pinned file/);
  expect(await readdir(cache)).toEqual([]);
});
