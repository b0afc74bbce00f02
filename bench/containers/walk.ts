import { setTimeout as delay } from "node:timers/promises";
import type { Journal } from "@satchel/chassis";
import { connectBus, createLogger, openJournal } from "@satchel/chassis";
import { eventually } from "@satchel/testing";
import { say } from "../report.ts";
import { compare, readJournal } from "../scaling/journal-check.ts";
import type { Ledger } from "../scaling/ledger.ts";
import { type Load, loadSettings, type Place, startLoad } from "../scaling/people.ts";
import { compareArchives, type Gateway } from "../scaling/tables-check.ts";
import { countOutcomes } from "../scaling/tally.ts";
import type { Surroundings } from "./surroundings.ts";

/** The name of the page. For .internal Caddy is its own authority, so the Caddyfile stays as it is. */
export const DOMAIN = "links.satchel.internal";
/** Milliseconds for mails to be worked through and pages to be read after the load has ended. */
const SETTLE_MS = 180_000;
/** Milliseconds for which an empty installation is used, before what has to be in it is looked for. */
const FILL_MS = 20_000;
/** Faults of one kind that are shown. */
const SHOWN = 8;

/** An installation, as far as people and this proof reach it. */
export interface Reachable {
  /** Where people find page and mail server. */
  reach(): Promise<Pick<Place, "url" | "smtpPort" | "connect" | "headers">>;
  /** Every gateway by itself. */
  gateways(): Promise<Gateway[]>;
  /** The addresses of the servers of the bus. */
  busAddresses(): Promise<string[]>;
  /** The value of a setting. @throws where it is not there */
  setting(name: string): Promise<string>;
}

/** One walk through an installation: its people, what they were answered, and what was found to be wrong. */
export class Walk<Kind extends Reachable> {
  readonly installation: Kind;
  readonly around: Surroundings;
  readonly people: number;
  /** Faults, a sentence each. */
  readonly faults: string[] = [];
  readonly #ledgers: Ledger[] = [];
  #loads = 0;
  #running: Load | undefined;

  constructor(installation: Kind, around: Surroundings, people: number) {
    this.installation = installation;
    this.around = around;
    this.people = people;
  }

  /** `.env` of a server whose names lead to this machine, with limits that one machine full of people may exceed. */
  get settings(): Readonly<Record<string, string>> {
    return {
      DOMAIN,
      MAIL_HOST: "mail.satchel.internal",
      SAVE_ADDRESS: `save@${DOMAIN}`,
      OPERATOR_NAME: "Proof",
      SATCHEL_VERSION: "proof",
      ...loadSettings([]),
      ...this.around.settings,
    };
  }

  /** The installation as people reach it. */
  async place(): Promise<Place> {
    return {
      ...(await this.installation.reach()),
      saveAddress: `save@${DOMAIN}`,
      addressOf: (person) => this.around.addressOf(`${this.#loads}-${person}`),
      mailedCode: this.around.mailedCode,
    };
  }

  /** Lets new people use it. */
  async load(): Promise<Load> {
    this.#loads++;
    const load = await startLoad(await this.place(), this.around.sites, this.people);
    this.#ledgers.push(...load.ledgers);
    this.#running = load;
    return load;
  }

  /** Puts something into an installation that is empty yet. */
  async fill(): Promise<void> {
    if (this.#ledgers.length > 0) return;
    const load = await this.load();
    await delay(FILL_MS);
    await this.judge("filled", load);
  }

  /** Walks through a station. One that can't be walked through is a fault; what it left running is ended. */
  async station(name: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.add(name, [error instanceof Error ? error.message : String(error)]);
      await this.#running?.stop();
      this.#running = undefined;
    }
  }

  /** Ends a load, and checks that no call failed, nothing acknowledged is lost and nothing is there twice. */
  async judge(what: string, load: Load): Promise<void> {
    this.#running = undefined;
    await load.stop();
    const outcomes = load.tally.since();
    const { atOnce, repeated, failed, slowest } = countOutcomes(outcomes);
    const reasons = outcomes
      .filter(({ isDone }) => !isDone)
      .map((call) => `${call.what}: ${call.failures.join(", then ")}`);
    say(
      `${what}: ${atOnce} calls and mails at the first try, ${repeated} repeated by rule, ${failed} failed; the slowest took ${(slowest / 1000).toFixed(1)} s; ${load.stale()} answers said that tables lagged`,
    );
    this.add(`${what}: failed`, reasons);
    this.add(`${what}: not seen by the next call`, load.unseen);
    await this.compare(what);
  }

  /** Compares journal and archives with what was acknowledged in all loads. */
  async compare(what: string): Promise<void> {
    const { lost, doubled, undescribed, found, faults, events } = await this.withJournal(async (journal) => {
      const look = async () => {
        const read = await readJournal(journal);
        return { ...compare(read, this.#ledgers), faults: read.faults, events: read.events.length };
      };
      const settled = async () => {
        const seen = await look();
        if (seen.lost.length > 0 || seen.undescribed.length > 0) throw new Error("not settled");
        return seen;
      };
      return eventually(settled, { timeout: SETTLE_MS, interval: 1000 }).catch(look);
    });
    const mails = this.#ledgers.reduce((sum, ledger) => sum + ledger.mails.length, 0);
    const links = this.#ledgers.reduce((sum, ledger) => sum + ledger.links.length, 0);
    say(
      `  ${events} events, of which ${found} were compared with acknowledged changes; ${links} links, ${mails} mails`,
    );
    this.add(`${what}: lost`, lost);
    this.add(`${what}: twice`, doubled);
    this.add(`${what}: page not read`, undescribed);
    this.add(`${what}: journal`, faults);
    this.add(`${what}: archives`, await this.#archives());
  }

  /** Compares the archives that every gateway shows with what was acknowledged. @returns the differences */
  async #archives(): Promise<string[]> {
    const key = await this.installation.setting("TOKEN_KEY");
    const gateways = await this.installation.gateways();
    const differences = await compareArchives(gateways, key, this.#ledgers);
    if (differences.length === 0) say(`  ${this.#ledgers.length} archives are the same at ${gateways.length} gateways`);
    return differences;
  }

  /** Connects to the bus as its operator, whose addresses this machine reaches although nothing is published. */
  async withJournal<T>(use: (journal: Journal) => Promise<T>): Promise<T> {
    const password = await this.installation.setting("NATS_PASSWORD");
    const addresses = await this.installation.busAddresses();
    const logger = createLogger("proof", "error");
    const bus = await connectBus({
      url: addresses.map((address) => `nats://satchel:${password}@${address}:4222`).join(","),
      monitorUrl: addresses.map((address) => `http://${address}:8222`).join(","),
      name: "proof",
      logger,
      copies: addresses.length,
    });
    try {
      return await use(await openJournal(bus, { logger, syncUnchecked: true }));
    } finally {
      await bus.close();
    }
  }

  /** Records faults of one kind, and shows some. */
  add(what: string, faults: readonly string[]): void {
    for (const fault of faults.slice(0, SHOWN)) say(`NOT ${what}: ${fault}`);
    if (faults.length > SHOWN) say(`NOT ${what}: and ${faults.length - SHOWN} more`);
    this.faults.push(...faults.map((fault) => `${what}: ${fault}`));
  }
}

/** Runs something. @returns the seconds that it took */
export async function timed(act: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await act();
  return `${((performance.now() - began) / 1000).toFixed(0)} s`;
}
