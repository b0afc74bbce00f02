import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Checks, createLogger, readConfig, type RunningService } from "@satchel/chassis";
import { ArchiveConfig, startArchive } from "@satchel/archive";
import { EnrichmentConfig, startEnrichment } from "@satchel/enrichment";
import { FoldersConfig, startFolders } from "@satchel/folders";
import { IdentityConfig, startIdentity } from "@satchel/identity";
import { LinksConfig, startLinks } from "@satchel/links";
import { startCaptures } from "@satchel/mail-ingest";
import { PostConfig, startPost } from "@satchel/post";
import { SearchConfig, startSearch } from "@satchel/search";
import {
  atEnd,
  createTestDatabase,
  eventually,
  startTestNats,
  tempDir,
  type TestDatabase,
  type TestNats,
} from "@satchel/testing";
import { GatewayConfig, startGateway } from "../src/index.ts";
import { readMail } from "../src/outbox/mails.ts";

const LONG = "-for-tests-only-0123456789abcdef0123";
export const TOKEN_KEY = `token${LONG}`;

/** A browser's or program's way to the gateway, with its cookies or its token. */
export interface Client {
  readonly cookie: string;
  readonly accessToken: string;
  /** Calls with the bearer token; a body is sent as JSON. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>;
}

/** A gateway with the services behind it, all in this process, on servers of their own. */
export interface TestSystem {
  readonly url: string;
  readonly outbox: string;
  readonly nats: TestNats;
  readonly database: TestDatabase;
  /** The services behind the gateway, by name. */
  readonly services: ReadonlyMap<string, RunningService>;
  /** What the gateway logged, at the finest level. */
  readonly log: readonly string[];
  readonly gateway: RunningService & { readonly port: number };
  codeFor(email: string): Promise<string>;
  /** The code of the newest mail to an address that has one. */
  newestCode(email: string): Promise<string>;
  signIn(email: string): Promise<Client>;
  /** Starts enrichment behind it, which reaches these pairs of loopback. */
  startEnrichment(allow: string): Promise<void>;
  /** Starts one more gateway on the same servers, but for what `env` says. @returns its address */
  startAnother(env?: Readonly<Record<string, string>>): Promise<string>;
}

export interface SystemOptions {
  /** Settings of the gateway beside or instead of the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** Services that run behind the gateway; all by default. */
  readonly services?: boolean;
  /** Opens a way to the bus of its own for the links service. @returns its address */
  readonly wayOfLinks?: (natsUrl: string) => Promise<string>;
}

export async function startTestSystem({
  env = {},
  services = true,
  wayOfLinks = async (url) => url,
}: SystemOptions = {}): Promise<TestSystem> {
  const [nats, database, folder] = await Promise.all([startTestNats(), createTestDatabase(), tempDir()]);
  const outbox = join(folder, "outbox");
  const settings = {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: database.url,
    ADDRESS_KEY: `address${LONG}`,
    CODE_KEY: `code${LONG}`,
    TOKEN_KEY,
    OUTBOX_DIR: outbox,
    SAVE_ADDRESS: "save@satchel.example",
    PUBLIC_URL: "http://localhost:3000",
    PORT: "0",
    AUTH_PER_MINUTE: "10000",
    TRUST_PROXY: "127.0.0.1",
    ...env,
  };
  const silent = createLogger("test", "silent");
  const running = new Map<string, RunningService>();
  if (services) {
    const starting = {
      identity: startIdentity(readConfig(IdentityConfig, settings), silent),
      links: startLinks(readConfig(LinksConfig, { ...settings, NATS_URL: await wayOfLinks(nats.url) }), silent),
      folders: startFolders(readConfig(FoldersConfig, settings), silent),
      search: startSearch(readConfig(SearchConfig, settings), silent),
      archive: startArchive(readConfig(ArchiveConfig, settings), silent),
      post: startPost(readConfig(PostConfig, settings), silent),
      // What mail-ingest keeps beside the SMTP server.
      captures: startCaptures(readConfig(LinksConfig, settings), silent),
    };
    await Promise.all(
      Object.entries(starting).map(async ([name, service]) => running.set(name, stoppedOnce(await service))),
    );
    for (const service of running.values()) atEnd(() => service.stop());
  }
  const readiness = async (): Promise<Checks> =>
    Object.assign({}, ...(await Promise.all([...running.values()].map(async (service) => service.checks()))));
  const log: string[] = [];
  const logger = createLogger("gateway", "trace", { write: (line: string) => void log.push(line) });
  const gateway = await startGateway(readConfig(GatewayConfig, settings), logger, { readiness });
  const stopping = stoppedOnce(gateway);
  atEnd(() => stopping.stop());
  const url = `http://127.0.0.1:${gateway.port}`;
  if (services) await eventually(async () => (await fetch(`${url}/api/health`)).status === 200);

  let clients = 0;
  const codeFor = async (email: string): Promise<string> => {
    const before = new Set(await filesOf(outbox));
    // From a network of its own: limits count by network, and all of a test's people share this machine.
    const from = { "x-forwarded-for": `2001:db8:0:${(++clients).toString(16)}::1` };
    const answer = await caller(url, from)("POST", "/api/auth/register", { email });
    if (!answer.ok) throw new Error(`register: ${answer.status} ${await answer.text()}`);
    return eventually(async () => {
      for (const name of await filesOf(outbox)) {
        if (before.has(name)) continue;
        const mail = await readMail(outbox, name);
        const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
        if (mail?.to.includes(email) === true && code !== undefined) return code;
      }
      throw new Error(`no mail to ${email}`);
    });
  };

  return {
    url,
    outbox,
    nats,
    database,
    services: running,
    log,
    gateway: { ...stopping, port: gateway.port },
    codeFor,
    newestCode: (email) =>
      eventually(async () => {
        for (const name of (await filesOf(outbox)).sort().reverse()) {
          const mail = await readMail(outbox, name);
          const code = /\b\d{6}\b/.exec(mail?.subject ?? "")?.[0];
          if (mail?.to.includes(email) === true && code !== undefined) return code;
        }
        throw new Error(`no mail to ${email}`);
      }),
    startEnrichment: async (FETCH_ALLOW) => {
      const config = readConfig(EnrichmentConfig, { ...settings, FETCH_ALLOW, DNS_SERVERS: "127.0.0.1:9" });
      const service = await startEnrichment(config, silent);
      atEnd(() => service.stop());
    },
    startAnother: async (others = {}) => {
      const another = await startGateway(readConfig(GatewayConfig, { ...settings, ...others }), logger);
      atEnd(() => another.stop());
      return `http://127.0.0.1:${another.port}`;
    },
    signIn: async (email) => {
      const answer = await post(url, "/api/auth/verify-email", { email, code: await codeFor(email) });
      const { access_token: accessToken } = (await answer.json()) as { access_token: string };
      const cookie = cookiesOf(answer);
      return { cookie, accessToken, call: caller(url, { authorization: `Bearer ${accessToken}` }) };
    },
  };
}

/** A test may stop a service, and the end of the file does so once more. */
function stoppedOnce(service: RunningService): RunningService {
  let stopped: Promise<void> | undefined;
  return { ...service, stop: () => (stopped ??= service.stop()) };
}

const filesOf = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.filter((name) => name.endsWith(".eml")),
    () => [],
  );

/** The cookies an answer sets, as a browser would send them. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");

/** A caller with headers of its own. */
export const caller =
  (url: string, headers: Record<string, string> = {}) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(new URL(path, url), {
      method,
      redirect: "manual",
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

export const post = (url: string, path: string, body: unknown): Promise<Response> => caller(url)("POST", path, body);
