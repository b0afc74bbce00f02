import { connect, errors } from "@nats-io/transport-node";
import pg from "pg";
import { isRefusedUser, parseBusUrl } from "./bus/connect.ts";
import { codeOf } from "./faults.ts";
import { readVarz } from "./journal/stream.ts";

/** Milliseconds to wait for an answer: clear faults are known by then, and the start itself waits for slow servers. */
const CHECK_MS = 1500;

/** Errors of sockets and of the resolver that waiting does not change. */
const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH", "ENOENT"]);

/** A setting of a connection, as no server has it by default. */
const OWN_TIMEOUT = "54321ms";

/**
 * The fault of a database: nobody listens there, or it refuses the user, the password or the name; or a pooler in front of it
 * keeps the settings of a connection to itself, and with them the role of reads. One that does not answer in {@link CHECK_MS}
 * or is starting has no fault.
 */
export async function databaseFault(url: string): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CHECK_MS,
    query_timeout: CHECK_MS,
    options: `-c statement_timeout=${OWN_TIMEOUT}`,
  });
  client.on("error", () => undefined);
  const pooled = `DATABASE_URL: settings of a connection do not reach the database at ${hostsOf(url)}: name PostgreSQL itself, not a pooler such as PgBouncer, and no "options"`;
  try {
    await client.connect();
    const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout");
    return rows[0]?.statement_timeout === OWN_TIMEOUT ? undefined : pooled;
  } catch (error) {
    const code = codeOf(error);
    // The answer of PgBouncer where it is not told to ignore them.
    if (code === "08P01") return pooled;
    if (UNREACHABLE.has(code)) return `DATABASE_URL: no database answers at ${hostsOf(url)} (${code})`;
    // Classes of SQLSTATE: invalid authorization, invalid catalog name (PostgreSQL manual, appendix A).
    if (!/^(?:28|3D)...$/.test(code)) return undefined;
    return `DATABASE_URL: the database at ${hostsOf(url)} refuses it: ${error instanceof Error ? error.message : code}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The fault of a bus, as {@link databaseFault}; of a cluster one server is enough. */
export async function busFault(url: string): Promise<string | undefined> {
  try {
    const nc = await connect({ ...parseBusUrl(url), timeout: CHECK_MS, reconnect: false });
    await nc.close();
    return undefined;
  } catch (error) {
    if (isRefusedUser(error)) return `NATS_URL: the bus at ${hostsOf(url)} refuses user or password`;
    const code = codeOf(error instanceof Error ? error.cause : undefined) || codeOf(error);
    const isRefused = error instanceof errors.ConnectionError && /refused/i.test(error.message);
    return isRefused || UNREACHABLE.has(code) ? `NATS_URL: no bus answers at ${hostsOf(url)}` : undefined;
  }
}

/** The fault of the monitoring of a bus, as {@link databaseFault}; of a cluster one server is enough. */
export async function monitorFault(urls: string): Promise<string | undefined> {
  const checks = urls.split(",").map(async (url) => {
    try {
      await readVarz(url.trim(), CHECK_MS);
      return true;
    } catch (error) {
      return !UNREACHABLE.has(codeOf(error instanceof Error ? error.cause : undefined));
    }
  });
  return (await Promise.all(checks)).includes(true)
    ? undefined
    : `NATS_MONITOR_URL: no monitoring answers at ${hostsOf(urls)}`;
}

/** Hosts and ports of addresses, without user and password. */
const hostsOf = (urls: string): string =>
  urls
    .split(",")
    .map((url) => new URL(url.trim()).host)
    .join(", ");
