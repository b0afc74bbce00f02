import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCheckpoints, encodeEvent, type Journal } from "@satchel/chassis";
import { aggregateSubject, type UserId } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import type { ClientBase } from "pg";

/** Events under way to the journal at the same time. */
const UNDER_WAY = 500;

export const userOf = (n: number): UserId => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as UserId;

/** Writes what says that each account has saved so many links, for services that are not started yet. */
export async function seedJournal(journal: Journal, users: number, links: number): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  for (let n = 0; n < users * links; n++) {
    const url = `https://site-${n % 997}.example/articles/${n}`;
    const data = { url, origin: { kind: "page" }, title: `The ${n}th article, worth keeping` };
    const subject = aggregateSubject(userOf(1 + (n % users)), "links", randomUUID());
    const event = { id: randomUUID(), type: "LinkSaved", data };
    const { payload, headers } = encodeEvent(subject, event);
    const stored: Promise<unknown> = journal.js
      .publish(subject, payload, { headers, msgID: event.id, timeout: 30_000 })
      .finally(() => underWay.delete(stored));
    underWay.add(stored);
    if (underWay.size >= UNDER_WAY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/**
 * Makes tables of links that are too old for any service: so they are built anew, which files the words of all links at once
 * (bench/README.md), instead of one batch after the other.
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

/** Makes accounts that have a password, as anybody would: by a mailed code. */
export async function seedPasswords(origin: string, outbox: string, accounts: number, password: string): Promise<void> {
  for (let n = 0; n < accounts; n++) {
    const email = `person${n}@post.example`;
    const from = { "x-forwarded-for": `2001:db8:ffff:${n.toString(16)}::1`, "content-type": "application/json" };
    const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
      const answer = await fetch(origin + path, {
        method: "POST",
        headers: { ...from, ...headers },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    await post("/api/auth/register", { email });
    const code = await eventually(() => mailedCode(outbox, email), { timeout: 20_000 });
    const { access_token } = (await (await post("/api/auth/verify-email", { email, code })).json()) as {
      access_token: string;
    };
    await post("/api/auth/set-password", { new_password: password }, { authorization: `Bearer ${access_token}` });
  }
}

/** The code that was mailed to an address. @throws while none was */
export async function mailedCode(outbox: string, email: string): Promise<string> {
  for (const name of (await readdir(outbox)).filter((file) => file.endsWith(".eml"))) {
    const mail = await readFile(join(outbox, name), "utf8");
    const code = /^Subject:.*?\b(\d{6})\b/m.exec(mail)?.[1];
    if (mail.includes(email) && code !== undefined) return code;
  }
  throw new Error(`No code was mailed to ${email}`);
}
