import { randomUUID } from "node:crypto";
import {
  ANSWER_BYTES,
  ChangeLink,
  type LinkOrigin,
  type MailId,
  ReadLinkHistory,
  type ImportId,
  SaveLink,
} from "@satchel/contracts";
import { beforeAll, expect, test } from "vitest";
import { enriched } from "../../test/events.ts";
import { errorOf, newUser, save, startSystem, type System } from "../../test/system.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const url = "https://example.com/";

test.each<[string, LinkOrigin]>([
  ["the page", { kind: "page" }],
  ["the extension", { kind: "extension" }],
  ["a mail", { kind: "mail", mailId: randomUUID() as string as MailId, sender: "ada@example.org" }],
  ["a file", { kind: "import", importId: randomUUID() as string as ImportId }],
])("given a link came by %s, its history says so, the first time and every other", async (_, origin) => {
  const userId = newUser();
  const { linkId } = await system.send(SaveLink, { userId, url, origin });
  await system.send(SaveLink, { userId, url, origin: { kind: "page" } });
  await system.send(SaveLink, { userId, url, origin });

  const { result } = await system.client.send(ReadLinkHistory, { userId, linkId });

  expect(result.history.map((entry) => [entry.what, entry.origin])).toEqual([
    ["saved", origin],
    ["saved_again", { kind: "page" }],
    ["saved_again", origin],
  ]);
});

test("given its page was read, its history tells what it said, in its place", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url);
  const page = { title: "A page", description: "About it", tags: ["web"] };
  await enriched(system, userId, linkId, "PageDescribed", { url, finalUrl: url, attempts: 1, page });
  await save(system, userId, url);

  const { result } = await system.client.send(ReadLinkHistory, { userId, linkId });

  expect(result.history.map(({ what, changes }) => [what, changes])).toEqual([
    ["saved", { url }],
    ["described", page],
    ["saved_again", { url }],
  ]);
});

test("given another user's link, its history is not found", async () => {
  const linkId = await save(system, newUser(), url);
  const history = system.client.send(ReadLinkHistory, { userId: newUser(), linkId });
  expect(await errorOf(history)).toEqual({ code: "not-found", detail: "Link not found" });
});

test("given more changes than an answer has room for, its history tells how it came here and the newest", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url);
  const notes = (n: number): string => `${n} ${"ü".repeat(9000)}`;
  // Twice of what the bus takes in one message.
  const number = Math.ceil((2 * 1024 * 1024) / (2 * 9000));
  for (let n = 0; n < number; n++) await system.send(ChangeLink, { userId, linkId, changes: { notes: notes(n) } });

  const { result } = await system.client.send(ReadLinkHistory, { userId, linkId });

  expect(result.history[0]).toMatchObject({ what: "saved" });
  expect(result.history.at(-1)?.changes).toEqual({ notes: notes(number - 1) });
  expect(result.history.length).toBeGreaterThan(20);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(ANSWER_BYTES + 10_000);
});
