/**
 * What the whole system carries: k6 asks it over HTTP, as the people of 10,000 accounts would, with every service a process of
 * its own, on embedded NATS and PostgreSQL. Beside each scenario stands the bare limit of the same run. `npm run bench:k6 -w bench`,
 * with the names of scenarios behind `--` for some of them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { connectBus, createLogger, openJournal } from "@satchel/chassis";
import { startNats, startPostgres } from "@satchel/embedded";
import { freePort } from "@satchel/testing";
import { bareAppends, bareHashes, startBareList } from "./k6/bare.ts";
import { findK6, type Ran, run, tokenSettings, value } from "./k6/run.ts";
import { linksAreThere, outdateTables, seedJournal, seedPasswords } from "./k6/seed.ts";
import { type Services, startServices } from "./k6/services.ts";
import { Client } from "pg";

const USERS = Number(process.env["USERS"] ?? 10_000);
const LINKS = Number(process.env["LINKS"] ?? 20);
const DURATION = process.env["DURATION"] ?? "15s";
const SECONDS = process.env["SECONDS"] ?? "900";
const KEY = "a key for the tokens of this benchmark alone";
const PASSWORD = "a password of this benchmark alone";
const ACCOUNTS = 20;
const MAIL_BURST = Number(process.env["MAILS"] ?? 2000);
const all = ["browse", "save", "sign-in", "day", "mail-burst"] as const;
const wanted = process.argv.slice(2);
const chosen = all.filter((name) => wanted.length === 0 || wanted.includes(name));

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function row(name: string, { metrics, kept }: Ran, bare: string): void {
  const ms = (of: string): string => value(metrics, "http_req_duration", of).toFixed(1);
  const calls = value(metrics, "http_reqs", "rate");
  const failed = value(metrics, "http_req_failed", "rate") * 100;
  const times = `${ms("med")}, ${ms("p(95)")}, ${ms("p(99)")}`;
  say(`| ${name} | ${calls.toFixed(0)} | ${times} | ${failed.toFixed(2)} % | ${kept ? "kept" : "crossed"} | ${bare} |`);
}

const k6 = await findK6();
if (k6 === undefined) throw new Error("k6 is not on the PATH: go install go.k6.io/k6@latest, or name it in K6_BIN");
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
  const shared = {
    ORIGIN: origin,
    USERS: String(USERS),
    ...tokenSettings(KEY),
    DURATION,
    SECONDS,
  };
  say(`machine   ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${k6}`);
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
