import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isSupportedNats, OLDEST_NATS } from "@satchel/contracts";
import type { Progress } from "../progress.ts";
import { type AptSource, distributionSources, parseAptSources, renderAptSource, suitesFor } from "./apt-sources.ts";
import { keepInCache } from "./cache.ts";
import { type NatsServer, probeNatsServer } from "./version.ts";

const run = promisify(execFile);

/** Package lists of a whole suite are some 10 MB. */
const APT_TIMEOUT_MS = 180_000;

/**
 * Takes the `nats-server` package of a newer Debian or Ubuntu suite and unpacks its program into the cache. Mirror and
 * keyring are the machine's own; apt checks the signatures as always. The system stays unchanged: apt uses lists and
 * caches in a temporary directory, and nothing is installed. Needs no root.
 * @throws when this is no Debian or Ubuntu, or no suite has a new enough package
 */
export async function unpackFromDistribution(cache: string, log: Progress): Promise<NatsServer> {
  const choice = suitesFor(await readFile("/etc/os-release", "utf8").catch(() => ""));
  if (choice === undefined) throw new Error("this system is neither Debian nor Ubuntu");
  const sources = distributionSources(await aptSources(), choice.own);
  if (sources.length === 0) throw new Error(`the machine's apt sources name no mirror for ${choice.own}`);
  const faults: string[] = [];
  for (const source of sources) {
    for (const suite of choice.suites) {
      log(`Taking the nats-server package of ${suite} from this machine's package mirror`);
      try {
        return await unpackPackage(cache, suite, renderAptSource(source, suite, choice.component));
      } catch (error) {
        faults.push(`${suite}: ${firstLine(error)}`);
      }
    }
  }
  throw new Error(`no package of the distribution: ${faults.join("; ")}`);
}

async function aptSources(): Promise<AptSource[]> {
  const parts = "/etc/apt/sources.list.d";
  const names = await readdir(parts).catch(() => []);
  const files = ["/etc/apt/sources.list", ...names.map((name) => join(parts, name))];
  const texts = files
    .filter((file) => /\.(list|sources)$/.test(file))
    .map(async (file) => parseAptSources(file, await readFile(file, "utf8").catch(() => "")));
  return (await Promise.all(texts)).flat();
}

async function unpackPackage(cache: string, suite: string, source: string): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), `satchel-apt-${process.pid}-`));
  const apt = async (...args: string[]) => run("apt-get", ["-c", join(folder, "apt.conf"), ...args], inFolder);
  const inFolder = { cwd: folder, timeout: APT_TIMEOUT_MS, env: { ...process.env, LC_ALL: "C" } };
  try {
    await chmod(folder, 0o755); // as root, apt downloads as its own user
    await Promise.all(
      ["state/lists", "cache", "unpacked"].map((path) => mkdir(join(folder, path), { recursive: true })),
    );
    await writeFile(join(folder, "satchel.sources"), source);
    await writeFile(join(folder, "apt.conf"), aptConfiguration(folder));
    await apt("update");
    // 'http://…/nats-server_2.10.27-1_amd64.deb' nats-server_2.10.27-1_amd64.deb 4502708 SHA256:…
    const { stdout } = await apt("download", "--print-uris", "nats-server");
    const [, file = "", version = ""] = /' (nats-server_([^_\s]+)_\S+\.deb) /.exec(stdout) ?? [];
    if (!isSupportedNats(decodeURIComponent(version).replace(/^\d+:/, ""))) {
      throw new Error(`has nats-server ${version || "not at all"}, and ${OLDEST_NATS} is needed`);
    }
    await apt("download", "nats-server");
    await run("dpkg-deb", ["--extract", file, "unpacked"], inFolder);
    for (const path of ["usr/sbin/nats-server", "usr/bin/nats-server"]) {
      const server = await probeNatsServer(join(folder, "unpacked", path));
      if (server !== undefined) return await keepInCache(cache, server);
    }
    throw new Error(`the package of ${suite} holds no program that runs here`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Read after the machine's own configuration (apt.conf(5)), so its proxy settings hold, while its hooks, which act on
// the real system, are cleared; so are the larger indexes that hold no packages.
function aptConfiguration(folder: string): string {
  return `#clear APT::Update;
#clear DPkg;
#clear Acquire::IndexTargets::deb::DEP-11;
#clear Acquire::IndexTargets::deb::Contents-deb;
#clear Acquire::IndexTargets::deb::CNF;
Dir::State "${folder}/state";
Dir::State::lists "${folder}/state/lists";
Dir::Cache "${folder}/cache";
Dir::Etc::sourcelist "${folder}/satchel.sources";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Acquire::Languages "none";
Acquire::AllowInsecureRepositories "false";
APT::Get::AllowUnauthenticated "false";
APT::Update::Error-Mode "any";
`;
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  const lines = `${stderr ?? ""}\n${message}`.split("\n").filter(Boolean);
  return lines.find((line) => line.startsWith("E:")) ?? lines[0] ?? "failed";
}
