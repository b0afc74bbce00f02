/**
 * What the whole system carries: k6 asks it over HTTP, as the people of 10,000 accounts would, with every service a process of
 * its own, on embedded NATS and PostgreSQL. Beside each scenario stands the bare limit of the same run. `npm run bench:k6 -w bench`,
 * with the names of scenarios behind `--` for some of them.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { connectBus, createLogger, openJournal } from "@satchel/chassis";
import { ACCESS_TOKEN } from "@satchel/contracts";
import { startNats, startPostgres } from "@satchel/embedded";
import { freePort } from "@satchel/testing";
import { bareAppends, bareHashes, startBareList } from "./k6/bare.ts";
import { linksAreThere, outdateTables, seedJournal, seedPasswords } from "./k6/seed.ts";
import { type Services, startServices } from "./k6/services.ts";
import { Client } from "pg";

const USERS = Number(process.env["USERS"] ?? 10_000);
const LINKS = Number(process.env["LINKS"] ?? 20);
const DURATION = process.env["DURATION"] ?? "15s";
const SECONDS = process.env["SECONDS"] ?? "900";
const K6 = process.env["K6_BIN"] ?? "k6";
const KEY = "a key for the tokens of this benchmark alone";
const PASSWORD = "a password of this benchmark alone";
const ACCOUNTS = 20;
const MAIL_BURST = Number(process.env["MAILS"] ?? 2000);
const all = ["browse", "save", "sign-in", "day", "mail-burst"] as const;
const wanted = process.argv.slice(2);
const chosen = all.filter((name) => wanted.length === 0 || wanted.includes(name));

const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Metric {
  readonly values: Readonly<Record<string, number>>;
}
type Metrics = Readonly<Record<string, Metric>>;

/** Runs a scenario; k6 ends with 99 where a threshold was crossed. */
async function run(scenario: string, env: Record<string, string>): Promise<{ metrics: Metrics; kept: boolean }> {
  const values = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const file = join(import.meta.dirname, "k6", `${scenario}.ts`);
  const child = spawn(K6, ["run", "--quiet", "--no-usage-report", ...values, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code !== 0 && code !== 99) throw new Error(`k6 ended with ${code}: ${text}`);
  return { metrics: JSON.parse(text) as Metrics, kept: code === 0 };
}

const value = (metrics: Metrics, metric: string, name: string): number => metrics[metric]?.values[name] ?? 0;

function row(name: string, { metrics, kept }: { metrics: Metrics; kept: boolean }, bare: string): void {
  const ms = (of: string): string => value(metrics, "http_req_duration", of).toFixed(1);
  const calls = value(metrics, "http_reqs", "rate");
  const failed = value(metrics, "http_req_failed", "rate") * 100;
  const times = `${ms("med")}, ${ms("p(95)")}, ${ms("p(99)")}`;
  say(`| ${name} | ${calls.toFixed(0)} | ${times} | ${failed.toFixed(2)} % | ${kept ? "kept" : "crossed"} | ${bare} |`);
}

const dir = await mkdtemp(join(tmpdir(), "satchel-bench-"));
const [nats, postgres] = await Promise.all([
  startNats({ dataDir: join(dir, "nats") }),
  startPostgres({ dataDir: join(dir, "postgres") }),
]);
const [port, smtpPort] = [await freePort(), await freePort()];
const db = new Client({ connectionString: postgres.url });
let services: Services | undefined;
try {
  const origin = `http://127.0.0.1:${port}`;
  const logger = createLogger("bench", "error");
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "bench", logger });
  const journal = await openJournal(bus, { logger });
  await db.connect();
  await seedJournal(journal, USERS, LINKS);
  await outdateTables(db);
  services = startServices(dir, {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: postgres.url,
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    KEY,
  });
  await linksAreThere(db, USERS * LINKS);
  await services.ready(origin);
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: ACCESS_TOKEN.issuer, aud: ACCESS_TOKEN.audience, ver: true, iat: now, exp: now + 6 * 3600 };
  const shared = {
    ORIGIN: origin,
    USERS: String(USERS),
    TOKEN_KEY: KEY,
    TOKEN_TYPE: ACCESS_TOKEN.type,
    CLAIMS: JSON.stringify(claims),
    DURATION,
    SECONDS,
  };
  const k6Version = (await readVersion()).trim();
  say(`machine   ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${k6Version}`);
  say(`accounts  ${USERS.toLocaleString("en")} with ${LINKS} links each`);
  say("| scenario | calls/s | p50, p95, p99 ms | failed | thresholds | bare limit |");
  say("|---|---|---|---|---|---|");
  for (const name of chosen) {
    if (name === "browse") {
      const bare = await startBareList(postgres.url);
      const limit = await run("bare-list", { ...shared, ORIGIN: bare.origin });
      row("browse", await run("browse", shared), `${value(limit.metrics, "http_reqs", "rate").toFixed(0)} lists/s`);
      bare.stop();
    } else if (name === "save") {
      const appends = await bareAppends(journal);
      row("save", await run("save", shared), `${appends.toFixed(0)} appends/s`);
    } else if (name === "sign-in") {
      await seedPasswords(origin, join(dir, "outbox"), ACCOUNTS, PASSWORD);
      const hashes = await bareHashes();
      row(
        "sign-in",
        await run("sign-in", { ...shared, ACCOUNTS: String(ACCOUNTS), PASSWORD }),
        `${hashes.toFixed(0)} hashes/s`,
      );
    } else if (name === "day") row("day", await run("day", shared), "");
    else {
      const mails = services.mailBurst(journal, smtpPort, MAIL_BURST);
      row("day, with a burst of mails", await run("day", { ...shared, SECONDS: "30" }), await mails);
    }
  }
  await bus.close();
} finally {
  await services?.stop();
  await db.end();
  await nats.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function readVersion(): Promise<string> {
  const child = spawn(K6, ["version"], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve, reject) => {
    child.once("close", resolve).once("error", () => {
      reject(new Error("k6 is not on the PATH: go install go.k6.io/k6@latest, or name it in K6_BIN"));
    });
  });
  return text;
}
