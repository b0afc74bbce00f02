/**
 * The load that the whole system can carry: k6 sends requests of 10,000 accounts, with every service as a process of its own,
 * on embedded NATS and PostgreSQL. The table shows the bare limit of the same run for each scenario. `npm run bench:k6 -w
 * bench`, with the names of scenarios behind `--` for some of them.
 */
import { atEnd, cleanUp, freePort, tempDir } from "@satchel/testing";
import { bareAppends, bareHashes, startBareList } from "./k6/bare.ts";
import { findK6, type K6Run, run, tokenSettings, value } from "./k6/run.ts";
import { linksAreThere, outdateTables, seedJournal, seedPasswords } from "./k6/seed.ts";
import { startServices } from "./k6/services.ts";
import { machine, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";
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
const names = process.argv.slice(2);
const chosen = all.filter((name) => names.length === 0 || names.includes(name));

function row(name: string, { metrics, kept }: K6Run, bare: string): void {
  const ms = (of: string): string => value(metrics, "http_req_duration", of).toFixed(1);
  const calls = value(metrics, "http_reqs", "rate");
  const failed = value(metrics, "http_req_failed", "rate") * 100;
  const times = `${ms("med")}, ${ms("p(95)")}, ${ms("p(99)")}`;
  say(`| ${name} | ${calls.toFixed(0)} | ${times} | ${failed.toFixed(2)} % | ${kept ? "kept" : "crossed"} | ${bare} |`);
}

const k6 = await findK6();
if (k6 === undefined) throw new Error("k6 is not on the PATH: go install go.k6.io/k6@latest, or name it in K6_BIN");
const dir = await tempDir();
const [port, smtpPort] = [await freePort(), await freePort()];
try {
  const origin = `http://127.0.0.1:${port}`;
  const [{ settings, journal }, databaseUrl] = await Promise.all([startBus("error"), startDatabase()]);
  const db = new Client({ connectionString: databaseUrl });
  atEnd(() => db.end());
  await db.connect();
  await seedJournal(journal, USERS, LINKS);
  await outdateTables(db);
  const services = startServices(dir, {
    ...settings,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    KEY,
  });
  atEnd(() => services.stop());
  await linksAreThere(db, USERS * LINKS);
  await services.ready(origin);
  const shared = {
    ORIGIN: origin,
    USERS: String(USERS),
    ...tokenSettings(KEY),
    DURATION,
    SECONDS,
  };
  say(`machine   ${machine()}, ${k6}`);
  say(`accounts  ${USERS.toLocaleString("en")} with ${LINKS} links each`);
  say("| scenario | calls/s | p50, p95, p99 ms | failed | thresholds | bare limit |");
  say("|---|---|---|---|---|---|");
  for (const name of chosen) {
    if (name === "browse") {
      const bare = await startBareList(databaseUrl);
      const limit = await run("bare-list", { ...shared, ORIGIN: bare.origin });
      row("browse", await run("browse", shared), `${value(limit.metrics, "http_reqs", "rate").toFixed(0)} lists/s`);
      bare.stop();
    } else if (name === "save") {
      const appends = await bareAppends(journal);
      row("save", await run("save", shared), `${appends.toFixed(0)} appends/s`);
    } else if (name === "sign-in") {
      await seedPasswords(origin, dir, ACCOUNTS, PASSWORD);
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
} finally {
  await cleanUp();
}
