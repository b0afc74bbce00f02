import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { UserId } from "@satchel/contracts";
import { atEnd, eventually, type Fleet } from "@satchel/testing";
import { decodeJwt } from "jose";
import { mailedCode } from "../k6/seed.ts";
import { Caller } from "./caller.ts";
import { Ledger } from "./ledger.ts";
import { Person } from "./person.ts";
import { Tally } from "./tally.ts";

/** Sites whose pages are saved: of each, enrichment reads two pages at a time. */
const SITES = 8;
const PASSWORD = "a password of this proof alone";

/** What a fleet must be told so that this load can be put on it. */
export const loadSettings = (sites: readonly string[]): Record<string, string> => ({
  FETCH_ALLOW: sites.map((site) => new URL(site).host).join(","),
  AUTH_PER_MINUTE: "1000000",
  SMTP_MAILS_PER_CLIENT: "1000000",
  SMTP_MAILS_PER_SENDER: "1000000",
  SMTP_CONNECTIONS_PER_CLIENT: "1000",
});

/** Starts sites with any number of small pages; they end with `cleanUp`. @returns their origins */
export async function startSites(): Promise<string[]> {
  return Promise.all(
    Array.from({ length: SITES }, async () => {
      const server = createServer(({ url = "" }, response) => {
        if (!url.startsWith("/pages/")) return response.writeHead(404).end();
        return response.writeHead(200, { "content-type": "text/html" }).end(`<title>Page ${url}</title><p>Words.`);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      atEnd(() => {
        server.closeAllConnections();
        server.close();
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
}

/** People who use a fleet all the time. */
export interface Load {
  readonly tally: Tally;
  readonly ledgers: readonly Ledger[];
  /** What was done and could not be seen by the next call that read. */
  readonly unseen: readonly string[];
  /** Answers that said that the tables lag. */
  readonly stale: () => number;
  /** Lets everybody finish what they are at. */
  stop(): Promise<void>;
}

/** Makes so many accounts, each by a mailed code and with a password, and lets them live. */
export async function startLoad(fleet: Fleet, sites: readonly string[], people: number): Promise<Load> {
  const tally = new Tally();
  const caller = new Caller(fleet.http.url, tally);
  const unseen: string[] = [];
  const world = { caller, tally, smtpPort: fleet.smtp.port, sites, unseen };
  const persons = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const email = `person${n}@post.example`;
      const token = await signUp(caller, fleet.outboxDir, email);
      const ledger = new Ledger(decodeJwt(token).sub as UserId);
      return new Person(world, { email, password: PASSWORD, token }, ledger);
    }),
  );
  const stopping = new AbortController();
  setMaxListeners(people, stopping.signal);
  const lives = persons.map((person) => person.live(stopping.signal));
  return {
    tally,
    ledgers: persons.map(({ ledger }) => ledger),
    unseen,
    stale: () => caller.stale,
    stop: async () => {
      stopping.abort();
      await Promise.all(lives);
      await caller.close();
    },
  };
}

async function signUp(caller: Caller, outbox: string, email: string): Promise<string> {
  await caller.call({ method: "POST", path: "/api/auth/register", body: { email }, isHarmless: true });
  const code = await eventually(() => mailedCode(outbox, email), { timeout: 30_000 });
  const body = { email, code };
  const verified = await caller.call({ method: "POST", path: "/api/auth/verify-email", body, isHarmless: true });
  const { access_token: token } = verified.body as { access_token: string };
  const password = { new_password: PASSWORD };
  await caller.call({ method: "POST", path: "/api/auth/set-password", body: password, token, isHarmless: true });
  return token;
}
