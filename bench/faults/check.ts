import type { Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { Client } from "../../services/standalone/test/instance.ts";
import { type Account, accountOf, type Load, signIn, type Write } from "./load.ts";
import type { System } from "./system.ts";

/** Milliseconds until the last mails are links, after the recovery. */
const SETTLE_MS = 60_000;

/** The outcome of the writes of a load. */
export interface Verdict {
  readonly acknowledged: number;
  /** Acknowledged writes that are missing in the journal or in what the API shows. */
  readonly lost: readonly string[];
  /** Writes that exist more than once, acknowledged or not. */
  readonly doubled: readonly string[];
  /** Saved pages that have not been read yet. */
  readonly unread: number;
}

/** How often something is in the journal, and how often the API shows it. */
interface Occurrences {
  readonly journal: number;
  readonly shown: number;
}

/**
 * Looks for every write of a load in the journal and by the API.
 * @param settleMs milliseconds to wait for missing writes
 */
export async function checkWrites(system: System, load: Load, settleMs = SETTLE_MS): Promise<Verdict> {
  const { writes } = load;
  const look = async () => {
    const [events, shown] = await Promise.all([journalOf(system, load.user), shownTo(system, load.user)]);
    const found = writes.map((write) => ({ write, found: events(write), shown: shown(write) }));
    return { found, unread: shown.unread };
  };
  // Mails become links after they are answered.
  const settled = async (): Promise<Awaited<ReturnType<typeof look>>> => {
    const seen = await look();
    if (seen.found.some(({ write, found, shown: count }) => write.acknowledged && (found < 1 || count < 1))) {
      throw new Error("not all is there yet");
    }
    return seen;
  };
  const { found, unread } = await eventually(settled, { timeout: settleMs, interval: 500 }).catch(look);
  const signIns = new Map<Write, Occurrences>();
  for (const write of writes.filter(({ kind }) => kind === "sign-in")) {
    signIns.set(write, await accountFound(system, write));
  }
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const seen of found) {
    const { write } = seen;
    const counts = signIns.get(write) ?? { journal: seen.found, shown: seen.shown };
    const line = `${write.kind} ${write.key}: journal ${counts.journal}, API ${counts.shown}`;
    if (write.acknowledged && (counts.journal < 1 || counts.shown < 1)) lost.push(line);
    if (counts.journal > 1 || counts.shown > 1) doubled.push(line);
  }
  return { acknowledged: writes.filter(({ acknowledged }) => acknowledged).length, lost, doubled, unread };
}

/** How often the journal says of a user's write that it happened. */
async function journalOf({ journal }: System, { userId }: Account): Promise<(write: Write) => number> {
  const counts = new Map<string, number>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for await (const { type, data } of journal.readUser(userId)) {
    const fields = data as { url?: string; urls?: string[]; title?: string; name?: string };
    if (type === "LinkSaved" || type === "LinkSavedAgain") count(`saved ${fields.url}`);
    if (type === "MailAccepted") for (const url of fields.urls ?? []) count(`mailed ${url}`);
    if (type === "LinkChanged") count(`change ${fields.title}`);
    if (type === "FolderCreated") count(`folder ${fields.name}`);
  }
  const of = (key: string): number => counts.get(key) ?? 0;
  return ({ kind, key }) => {
    if (kind === "save") return of(`saved ${key}`);
    // Accepted once, and saved once.
    if (kind === "mail") return of(`mailed ${key}`) === of(`saved ${key}`) ? of(`mailed ${key}`) : 0;
    // Accounts are looked at one by one.
    return kind === "sign-in" ? 1 : of(`${kind} ${key}`);
  };
}

/** How often the API shows a user's write. */
async function shownTo(
  system: System,
  { address, token }: Account,
): Promise<((write: Write) => number) & { unread: number }> {
  const client = await clientFor(system, address, token);
  const links: Link[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer = await client.call("GET", `/api/links/?size=100${cursor === "" ? "" : `&cursor=${cursor}`}`);
    if (!answer.ok) throw new Error(`the list of links: ${answer.status}`);
    links.push(...((await answer.json()) as Link[]));
    cursor = answer.headers.get("x-next-cursor");
  }
  const folders = await client.json<{ name: string }[]>("GET", "/api/folders/");
  const shown = ({ kind, key, linkId }: Write): number => {
    if (kind === "change") return links.filter(({ id, title }) => id === linkId && title === key).length;
    if (kind === "folder") return folders.filter(({ name }) => name === key).length;
    return kind === "sign-in" ? 1 : links.filter(({ url }) => url === key).length;
  };
  return Object.assign(shown, { unread: links.filter(({ enrichment }) => enrichment.state === "pending").length });
}

/** Whether an account was created once, and its session, or else a new one, opens it. */
async function accountFound(system: System, { key, token, acknowledged }: Write): Promise<Occurrences> {
  // An account that was not acknowledged could only be found by a new sign-in, which would create it.
  if (!acknowledged || token === undefined) return { journal: 0, shown: 0 };
  const account = accountOf(key, token);
  let journal = 0;
  for await (const { type } of system.journal.readUser(account.userId)) if (type === "AccountRegistered") journal++;
  const client = await clientFor(system, key, token);
  const me = await client.call("GET", "/api/users/me");
  return { journal, shown: me.ok && accountOf(key, client.token).userId === account.userId ? 1 : 0 };
}

/** A client with a token, or with a new one where that has expired. */
async function clientFor(system: System, address: string, token: string): Promise<Client> {
  const client = new Client(system.url, token);
  if ((await client.call("GET", "/api/users/me")).status !== 401) return client;
  const again = await signIn(system, address);
  if (again.token === undefined) throw new Error(`${address} can't sign in again: ${again.outcome}`);
  return new Client(system.url, again.token);
}
