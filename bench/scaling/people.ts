import { setMaxListeners } from "node:events";
import { dirname } from "node:path";
import type { UserId } from "@satchel/contracts";
import { atEnd, type Fleet, startHttpServer } from "@satchel/testing";
import { decodeJwt } from "jose";
import type { buildConnector } from "undici";
import { mailedCode } from "../../services/standalone/test/instance.ts";
import { Caller } from "./caller.ts";
import { Ledger } from "./ledger.ts";
import { Person } from "./person.ts";
import { Tally } from "./tally.ts";

/** Sites whose pages are saved: of each, enrichment reads two pages at a time. */
const SITES = 8;
const PASSWORD = "a password of this proof alone";

/** The settings of a fleet for this load. */
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
      const site = await startHttpServer(({ url = "" }, response) => {
        if (!url.startsWith("/pages/")) return response.writeHead(404).end();
        return response.writeHead(200, { "content-type": "text/html" }).end(`<title>Page ${url}</title><p>Words.`);
      });
      atEnd(site.close);
      return site.url;
    }),
  );
}

/** People who use a fleet all the time. */
export interface Load {
  readonly tally: Tally;
  readonly ledgers: readonly Ledger[];
  /** Changes that the next reading call did not show. */
  readonly unseen: readonly string[];
  /** The number of answers with the header of lagging tables. */
  readonly stale: () => number;
  /** Lets everybody finish their current call. */
  stop(): Promise<void>;
}

/** A system that people use. */
export interface Place {
  readonly url: string;
  readonly smtpPort: number;
  /** Of its save address and of its people, who may be strangers to it. */
  readonly saveAddress: string;
  readonly addressOf: (person: number) => string;
  /** The newest code that was mailed to an address. */
  readonly mailedCode: (email: string) => Promise<string>;
  /** As {@link Caller} takes it. */
  readonly connect?: buildConnector.BuildOptions;
  readonly headers?: Readonly<Record<string, string>>;
}

export const placeOf = (fleet: Fleet): Place => ({
  url: fleet.http.url,
  smtpPort: fleet.smtp.port,
  saveAddress: "save@localhost",
  addressOf: (person) => `person${person}@post.example`,
  mailedCode: (email) => mailedCode({ dataDir: dirname(fleet.outboxDir) }, email),
});

/** Makes so many accounts, each by a mailed code and with a password, and starts their use. */
export async function startLoad(place: Place, sites: readonly string[], people: number): Promise<Load> {
  const tally = new Tally();
  const { smtpPort, saveAddress } = place;
  const caller = new Caller(place.url, tally, place.connect, place.headers);
  const unseen: string[] = [];
  const world = { caller, tally, smtpPort, saveAddress, sites, unseen };
  const persons = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const email = place.addressOf(n);
      const token = await signUp(caller, place.mailedCode, email);
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

async function signUp(caller: Caller, codeOf: Place["mailedCode"], email: string): Promise<string> {
  await caller.call({ method: "POST", path: "/api/auth/register", body: { email }, isHarmless: true });
  const code = await codeOf(email);
  const body = { email, code };
  const verified = await caller.call({ method: "POST", path: "/api/auth/verify-email", body, isHarmless: true });
  const { access_token: token } = verified.body as { access_token: string };
  const password = { new_password: PASSWORD };
  await caller.call({ method: "POST", path: "/api/auth/set-password", body: password, token, isHarmless: true });
  return token;
}
