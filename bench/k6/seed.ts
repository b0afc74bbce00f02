import { randomUUID } from "node:crypto";
import { createCheckpoints, type Journal } from "@satchel/chassis";
import { aggregateSubject, type UserId } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import type { ClientBase } from "pg";
import { signIn } from "../../services/standalone/test/instance.ts";
import { type Fact, publishAll } from "../publish-all.ts";

export const userOf = (n: number): UserId => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as UserId;

/** Writes the events of so many saved links of each account, for services that are not started yet. */
export const seedJournal = (journal: Journal, users: number, links: number): Promise<void> =>
  publishAll(journal, savedLinks(users, links));

function* savedLinks(users: number, links: number): Generator<Fact> {
  for (let n = 0; n < users * links; n++) {
    const url = `https://site-${n % 997}.example/articles/${n}`;
    const data = { url, origin: { kind: "page" }, title: `The ${n}th article, worth keeping` };
    const subject = aggregateSubject(userOf(1 + (n % users)), "links", randomUUID());
    yield { subject, event: { id: randomUUID(), type: "LinkSaved", data } };
  }
}

/**
 * Makes outdated tables of links, so that the service rebuilds them: a rebuild indexes the words of all links together, not
 * batch by batch (bench/README.md).
 */
export async function outdateTables(db: ClientBase): Promise<void> {
  await db.query("create schema links");
  for (const statement of createCheckpoints("links", 0)) await db.query(statement);
}

/** Waits until so many links are in the tables. */
export async function linksAreThere(db: ClientBase, links: number): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const { rows } = await db.query<{ links: number }>(
      "select coalesce(sum(total), 0)::int as links from links.counts",
    );
    return rows[0]?.links === links;
  };
  await eventually(isThere, { timeout: 1_800_000, interval: 500 });
  await db.query("analyze");
}

/** Makes accounts with a password, each by a mailed code. */
export async function seedPasswords(url: string, dataDir: string, accounts: number, password: string): Promise<void> {
  for (let n = 0; n < accounts; n++) {
    const client = await signIn({ url, dataDir }, `person${n}@post.example`);
    await client.json("POST", "/api/auth/set-password", { new_password: password });
  }
}
