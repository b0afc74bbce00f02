import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Folder, Link } from "@satchel/contracts";
import type { Answer, Caller } from "./caller.ts";
import type { Ledger, LedgerLink } from "./ledger.ts";
import { sendMail } from "./mailer.ts";
import type { Tally } from "./tally.ts";

/** Milliseconds between two acts of a person, on average. */
const THINK_MS = 700;
/** Folders of one person. */
const FOLDERS = 12;
/** Links of the first page, which must show a link that was just saved. */
const PAGE = 25;

/** The surroundings of a person. */
export interface World {
  readonly caller: Caller;
  readonly tally: Tally;
  readonly smtpPort: number;
  readonly saveAddress: string;
  /** Where the pages are that are saved. */
  readonly sites: readonly string[];
  /** Changes that the next reading call did not show. */
  readonly unseen: string[];
}

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

const random = (below: number): number => Math.floor(Math.random() * below);
const oneOf = <T>(items: readonly T[]): T | undefined => items[random(items.length)];

/**
 * A user who makes one call after another and records the acknowledged changes. Each change is one event, so that the journal
 * can be compared with the record.
 */
export class Person {
  readonly #world: World;
  readonly #account: Account;
  readonly ledger: Ledger;
  #token: string;

  constructor(world: World, account: Account, ledger: Ledger) {
    this.#world = world;
    this.#account = account;
    this.#token = account.token;
    this.ledger = ledger;
  }

  /** Acts until the signal aborts. Failed calls are in the tally. */
  async live(signal: AbortSignal): Promise<void> {
    const acts: readonly [share: number, act: () => Promise<void>][] = [
      [40, () => this.#browse()],
      [10, () => this.#search()],
      [20, () => this.#save()],
      [14, () => this.#change()],
      [8, () => this.#visit()],
      [3, () => this.#delete()],
      [4, () => this.#arrange()],
      [7, () => this.#mail()],
      [4, () => this.#signIn()],
    ];
    const whole = acts.reduce((sum, [share]) => sum + share, 0);
    while (!signal.aborted) {
      let left = random(whole);
      const act = acts.find(([share]) => (left -= share) < 0)?.[1];
      await act?.().catch(() => undefined);
      await delay(Math.random() * 2 * THINK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Opens the archive as the page does, and reads on. */
  async #browse(): Promise<void> {
    await this.#read("/api/folders/");
    await this.#read("/api/links/count");
    const { cursor } = await this.#read("/api/links/");
    if (cursor !== undefined) await this.#read(`/api/links/?cursor=${encodeURIComponent(cursor)}`);
  }

  /** Searches for a link by the title that the person gave it, which only this link has. */
  async #search(): Promise<void> {
    const link = this.#ownLink(({ title }) => title !== undefined);
    if (link?.title === undefined) return;
    const found = await this.#read(`/api/links/?q=${encodeURIComponent(link.title)}`);
    if (found.isStale || (found.body as Link[]).some(({ id }) => id === link.id)) return;
    this.#world.unseen.push(`${link.url} is not found by its title`);
  }

  async #save(): Promise<void> {
    const url = this.#newUrl();
    const { body, isStale } = await this.#write("POST", "/api/links/", { url });
    const { id } = body as Link;
    this.ledger.keep(url, id);
    if (isStale) return;
    const first = await this.#read(`/api/links/?size=${PAGE}`);
    if (!(first.body as Link[]).some((link) => link.id === id)) this.#world.unseen.push(`${url} was saved`);
  }

  async #change(): Promise<void> {
    const link = this.#ownLink();
    if (link === undefined) return;
    const folder = oneOf(this.ledger.folders.filter(({ id }) => id !== link.folderId));
    const what = folder === undefined ? random(2) : random(3);
    if (what === 0) {
      const isFavorite = !link.isFavorite;
      await this.#patch(link, { is_favorite: isFavorite });
      link.isFavorite = isFavorite;
      link.facts.push({ type: "LinkChanged", data: { isFavorite } });
    } else if (what === 1) {
      const title = `Title ${randomUUID()}`;
      await this.#patch(link, { title });
      link.title = title;
      link.facts.push({ type: "LinkChanged", data: { title } });
    } else if (folder !== undefined) {
      await this.#patch(link, { folder_id: folder.id });
      link.folderId = folder.id;
      link.facts.push({ type: "LinkChanged", data: { folderId: folder.id } });
    }
  }

  async #patch(link: LedgerLink, body: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await this.#write("PATCH", `/api/links/${link.id}`, body);
    const [[name, value] = []] = Object.entries(body);
    const shown = (answer.body as Record<string, unknown>)[name ?? ""];
    if (!answer.isStale && shown !== value) this.#world.unseen.push(`${name} of ${link.url} was changed`);
  }

  /** Visits a link for the first time: those of one session within a minute are one. */
  async #visit(): Promise<void> {
    const link = this.#ownLink(({ visits }) => visits === 0);
    if (link === undefined) return;
    await this.#write("POST", `/api/links/${link.id}/visit`, {});
    link.visits++;
    link.facts.push({ type: "LinkVisited", data: { visitCount: link.visits } });
  }

  async #delete(): Promise<void> {
    const link = this.#ownLink();
    if (link === undefined) return;
    await this.#write("DELETE", `/api/links/${link.id}`);
    link.isDeleted = true;
    link.facts.push({ type: "LinkDeleted", data: {} });
  }

  /** Makes a folder, or gives one another name. */
  async #arrange(): Promise<void> {
    const { folders, folderFacts } = this.ledger;
    const name = `Folder ${randomUUID()}`;
    const known = folders.length < FOLDERS ? undefined : oneOf(folders);
    if (known === undefined) {
      const { body } = await this.#write("POST", "/api/folders/", { name });
      const { id } = body as Folder;
      folders.push({ id, name });
      folderFacts.push({ type: "FolderCreated", data: { folderId: id, name } });
    } else {
      await this.#write("PATCH", `/api/folders/${known.id}`, { name });
      known.name = name;
      folderFacts.push({ type: "FolderChanged", data: { folderId: known.id, name } });
    }
  }

  async #mail(): Promise<void> {
    const urls = [this.#newUrl(), this.#newUrl()];
    const { smtpPort, saveAddress, tally } = this.#world;
    const messageId = `<${randomUUID()}@post.example>`;
    const mail = { from: this.#account.email, to: saveAddress, messageId, text: urls.join("\r\n") };
    await sendMail(smtpPort, mail, tally);
    this.ledger.mails.push({ messageId, urls });
    for (const url of urls) this.ledger.keep(url);
  }

  async #signIn(): Promise<void> {
    const { email, password } = this.#account;
    const body = new URLSearchParams({ username: email, password });
    const answer = await this.#world.caller.call({ method: "POST", path: "/api/auth/token", body, isHarmless: true });
    this.#token = (answer.body as { access_token: string }).access_token;
  }

  #read(path: string): Promise<Answer> {
    return this.#world.caller.call({ method: "GET", path, token: this.#token });
  }

  #write(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<Answer> {
    return this.#world.caller.call({ method, path, body, token: this.#token, key: randomUUID() });
  }

  #ownLink(isWanted: (link: LedgerLink) => boolean = () => true): LedgerLink | undefined {
    return oneOf(this.ledger.links.filter((link) => link.id !== undefined && !link.isDeleted && isWanted(link)));
  }

  #newUrl = (): string => `${oneOf(this.#world.sites)}/pages/${randomUUID()}`;
}
