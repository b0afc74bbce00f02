import { randomUUID } from "node:crypto";

/** An event as an account's export has it. */
interface EventOfFile {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly context: string;
  readonly aggregate: string | null;
  readonly data: Record<string, unknown>;
}

const START = Date.parse("2024-03-01T12:00:00.000Z");

/** Makes the events of another account, each a second after the one before. */
export class OtherAccount {
  readonly events: EventOfFile[] = [];
  #time = START;

  /** Advances the time by some days. */
  wait(days: number): void {
    this.#time += days * 24 * 3600 * 1000;
  }

  /** Sets the time of the next event, in milliseconds since 1970. */
  goTo(time: number): void {
    this.#time = time;
  }

  #add(context: string, aggregate: string | null, type: string, data: object): void {
    this.#time += 1000;
    const time = new Date(this.#time).toISOString();
    this.events.push({ id: randomUUID(), type, time, context, aggregate, data: data as Record<string, unknown> });
  }

  /** Saves a link. @returns its id in that account */
  save(url: string, more: object = {}): string {
    const id = randomUUID();
    this.link(id, "LinkSaved", { url, canonicalUrl: url, origin: { kind: "page" }, ...more });
    return id;
  }

  link(id: string, type: string, data: object = {}): void {
    this.#add("links", id, type, data);
  }

  folder(type: string, data: object): void {
    this.#add("folders", null, type, data);
  }

  /** The file, with what an account's export has around the events. */
  file(): string {
    const events = this.events.map((event, n) => ({ sequence: n + 1, version: 1, correlation: "", ...event }));
    const other = { profile: {}, addresses: [], sessions: [], passkeys: [], folders: [], links: [], captures: [] };
    return JSON.stringify({ satchel_account: 1, ...other, events });
  }
}
