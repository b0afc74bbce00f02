import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { addressSubject, userSubjects } from "@satchel/contracts";
import { expect, test } from "vitest";
import { linkSaved, linkSubject, linkVisited, saveLinks, someUser } from "../../test/links.ts";
import { openJournalWorld } from "../../test/world.ts";

const { journal, nats } = await openJournalWorld();

/** Files below the server's store that hold a text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(nats.storeDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, i) => found[i]);
}

test("given links of two users, when one user is erased, then the links of the other remain, and no file of the server has the erased text", async () => {
  const [erased, kept] = [someUser(), someUser()];
  const subject = linkSubject(erased);
  const other = linkSubject(kept);
  const { sequence } = await journal.append({
    subject,
    event: linkSaved("https://erased.example/secret"),
    expected: 0,
  });
  await journal.append({ subject: other, event: linkSaved("https://kept.example/"), expected: 0 });
  await journal.append({ subject, event: linkVisited(1), expected: sequence });
  await saveLinks(journal, erased, 300);
  await saveLinks(journal, kept, 300);
  expect(await filesWith("erased.example")).not.toEqual([]);

  expect(await journal.erase(userSubjects(erased))).toBe(302);

  expect(await journal.readAggregate(subject)).toEqual([]);
  expect(await journal.last(other)).toMatchObject({ data: { url: "https://kept.example/" } });
  expect((await journal.info()).state.messages).toBe(301);
  expect(await filesWith("erased.example")).toEqual([]);
  expect(await filesWith("kept.example")).not.toEqual([]);

  await nats.stop();
  await nats.restart();
  expect(await filesWith("erased.example")).toEqual([]);
});

test("given an erased user, when they are erased again, then no event is erased", async () => {
  const user = someUser();
  await saveLinks(journal, user, 2);
  const address = addressSubject("a".repeat(64));
  await journal.append({
    subject: address,
    event: { id: crypto.randomUUID(), type: "AddressClaimed", data: { userId: user } },
    expected: 0,
  });

  expect(await journal.erase(userSubjects(user))).toBe(2);
  expect(await journal.erase(userSubjects(user))).toBe(0);

  expect(await journal.last(address)).toMatchObject({ type: "AddressClaimed" });
});

test("given a user's events, when those before one of them are erased, then that one and later ones remain", async () => {
  const user = someUser();
  const sequences = (await saveLinks(journal, user, 5)).sort((a, b) => a - b);

  expect(await journal.erase(userSubjects(user), sequences[3])).toBe(3);

  const left: number[] = [];
  for await (const { sequence } of journal.readUser(user)) left.push(sequence);
  expect(left).toEqual(sequences.slice(3));
});
