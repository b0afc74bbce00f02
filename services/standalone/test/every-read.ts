import { createHash } from "node:crypto";
import { operations } from "@satchel/contracts";
import { expect } from "vitest";
import type { Client } from "./instance.ts";

/** Reads that are not compared, with the reason. */
const LEFT_OUT: Record<string, string> = {
  "/api/auth/sso/:provider": "leads to a provider",
  "/api/auth/sso/:provider/callback": "comes from a provider",
  "/api/events": "has no end",
  "/api/health": "says how it is now",
  "/api/users/me/sessions": "the session itself is in use",
  "/api/links/:id/copies/:version": "leads to an address that is another each time",
  "/api/links/:id/copies/:version/files/:name": "is a picture of a copy, by that address",
  "/api/links/favicon/:host": "is fetched again where it is missing",
};

/** Queries without which a read has nothing to say. */
const QUERIES: Record<string, (urls: readonly string[]) => string[]> = {
  "/api/links/": () => ["?size=100", "?favorites_only=true", "?unvisited_only=true", "?folder_id=0", "?q=one"],
  "/api/links/counts": () => [""],
  "/api/links/count": () => ["", "?favorites_only=true", "?unvisited_only=true"],
  "/api/links/lookup": (urls) => urls.map((url) => `?url=${encodeURIComponent(url)}`),
  "/api/epub": () => [],
};

/** Values of parameters that are words and no ids. */
const WORDS: Record<string, readonly string[]> = {
  "/api/exports/:format": ["html", "csv"],
  "/api/highlights/export/:format": ["markdown"],
};

/** What goes on by itself, says when it was asked, or is signed for some hours. */
const MOVING =
  /^(?:enrichment|health|last_used_at|last_used_from|generated_at|exported_at|attempts|next_attempt_at|open_url)$/;
const STAMP = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z|\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT/g;
/** An export has events in the form of the version that reads them, with its number. */
const isMoving = (key: string, value: unknown): boolean =>
  MOVING.test(key) || (key === "version" && typeof value === "number");
/** Archives, whose files have the time at which they were made. */
const PACKED = /zip/;

/** An answer in comparable form: JSON without what moves, else the digest of the body. */
interface Read {
  readonly status: number;
  readonly body: unknown;
}

/** Every read of the API that this account can make, by its address. @param knows whether the version that runs has an operation */
export async function everyRead(
  client: Client,
  knows: (path: string) => boolean = () => true,
): Promise<Record<string, Read>> {
  const links = await client.json<{ id: string; url: string }[]>("GET", "/api/links/?size=100");
  const reads: Record<string, Read> = {};
  const read = async (address: string): Promise<void> => {
    const answer = await client.call("GET", address);
    const type = answer.headers.get("content-type") ?? "";
    const text = Buffer.from(await answer.arrayBuffer());
    const body = /json$|json;/.test(type)
      ? JSON.parse(text.toString(), (key, value: unknown) => (isMoving(key, value) ? null : value))
      : PACKED.test(type)
        ? type
        : digest(text.toString("latin1"));
    reads[address] = { status: answer.status, body };
  };
  for (const { method, path } of operations) {
    if (method !== "GET" || LEFT_OUT[path] !== undefined || !knows(path)) continue;
    const [before = "", after] = path.split(/\/:[a-z]+/, 2);
    const queries = QUERIES[path]?.(links.map(({ url }) => url)) ?? [""];
    if (after === undefined) for (const query of queries) await read(path + query);
    else {
      const values = WORDS[path] ?? (before === "/api/links" ? links.map(({ id }) => id) : await idsOf(client, before));
      for (const value of values) await read(path.replace(/:[a-z]+/, value));
    }
  }
  return reads;
}

/** The ids of what a list has, whatever it calls them. */
async function idsOf(client: Client, list: string): Promise<string[]> {
  const answer = await client.call("GET", list);
  if (!answer.ok) return [];
  const body = (await answer.json()) as { id: string }[] | Record<string, { id: string }[]>;
  const items = Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? []);
  return items.map(({ id }) => String(id));
}

const digest = (text: string): string => createHash("sha256").update(text.replaceAll(STAMP, "")).digest("hex");

/** What was read before is read again, the same; further fields and further reads may be there. */
export function expectSameReads(now: Record<string, Read>, before: Record<string, Read>): void {
  expect(Object.keys(before).length).toBeGreaterThan(30);
  expect(now).toMatchObject(before);
}
