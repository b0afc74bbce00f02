import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { type Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";

/** Files below the data of an instance that hold any of these texts. */
async function filesWith({ dataDir }: Instance, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A file may go while all are looked through.
    const content = await readFile(path).catch(() => Buffer.of());
    if (texts.some((text) => content.includes(text))) found.push(path.slice(dataDir.length + 1));
  }
  return found;
}

const settled = (client: Client, count: number) =>
  eventually(
    async () => {
      const links = await client.json<Link[]>("GET", "/api/links/?size=100");
      expect(links).toHaveLength(count);
      expect(links.filter(({ enrichment }) => enrichment.state === "pending")).toEqual([]);
    },
    { timeout: 15_000 },
  );

test("given an account with links, notes, folders, mails and addresses, when it is deleted, then no file has anything of it", {
  timeout: 180_000,
}, async () => {
  const instance = await startInstance();
  const [primary, further, marker] = ["anna-erased@post.example", "anna-further@work.example", "xyzzymarker"];
  const anna = await signIn(instance, primary);
  const bob = await signIn(instance, "bob-kept@post.example");
  const folder = await anna.json<{ id: number }>("POST", "/api/folders/", { name: `Folder ${marker}` });
  for (let i = 0; i < 30; i++) {
    const url = `http://127.0.0.1:1/${marker}/${i}`;
    const link = await anna.json<Link>("POST", "/api/links/", { url, title: `Title ${marker}`, tags: [marker] });
    await anna.json("PATCH", `/api/links/${link.id}`, {
      folder_id: folder.id,
      description: `About ${marker}`.repeat(20),
    });
  }
  await anna.json("POST", "/api/sender-emails/", { email: further });
  await sendMail(instance, { from: primary, subject: `Mail ${marker}`, text: `http://127.0.0.1:1/${marker}/mailed` });
  await bob.json("POST", "/api/links/", { url: "http://127.0.0.1:1/keptmarker" });
  await settled(anna, 31);
  await settled(bob, 1);
  const texts = [marker, primary, further];
  const before = await filesWith(instance, texts);
  for (const place of ["nats/", "postgres/", "outbox/"]) expect(before.join()).toContain(place);

  expect((await anna.call("DELETE", "/api/users/me")).status).toBe(204);

  expect((await anna.call("GET", "/api/users/me")).status).toBe(401);
  await eventually(async () => expect(await filesWith(instance, texts)).toEqual([]), {
    timeout: 30_000,
    interval: 200,
  });
  await settled(bob, 1);
  await instance.process.kill("SIGTERM");
  expect(await filesWith(instance, texts)).toEqual([]);
  expect(await filesWith(instance, ["keptmarker"])).not.toEqual([]);
});

test("given a journal from before an account was erased, when it is restored, then the account does not come back", {
  timeout: 180_000,
}, async () => {
  const first = await startInstance();
  const address = "anna@post.example";
  const anna = await signIn(first, address);
  const bob = await signIn(first, "bob@post.example");
  await anna.json("POST", "/api/links/", { url: "http://127.0.0.1:1/annas" });
  await bob.json("POST", "/api/links/", { url: "http://127.0.0.1:1/bobs" });
  await settled(anna, 1);
  await settled(bob, 1);
  await first.process.kill("SIGTERM");
  const entries = await readdir(join(first.dataDir, "nats"), { recursive: true, withFileTypes: true });
  const found = entries.find(({ name, parentPath }) => name === "JOURNAL" && parentPath.endsWith("streams"));
  const journal = join(found?.parentPath ?? "", "JOURNAL");
  const backup = join(first.dataDir, "backup");
  await cp(journal, backup, { recursive: true, preserveTimestamps: true });

  const second = await startInstance({}, first);
  expect((await anna.call("DELETE", "/api/users/me")).status).toBe(204);
  await second.process.kill("SIGTERM");
  await rm(journal, { recursive: true });
  await cp(backup, journal, { recursive: true, preserveTimestamps: true });
  await rm(backup, { recursive: true });

  expect((await filesWith(first, ["127.0.0.1:1/annas"])).join()).toContain("JOURNAL");

  const third = await startInstance({}, first);

  expect((await anna.call("GET", "/api/users/me")).status).toBe(401);
  const again = await signIn(third, address);
  expect(await again.json("GET", "/api/links/?size=100")).toEqual([]);
  expect(await again.json("GET", "/api/users/me")).toMatchObject({ sender_emails: [{ email: address }] });
  expect(await bob.json("GET", "/api/links/?size=100")).toMatchObject([{ url: "http://127.0.0.1:1/bobs" }]);
  await eventually(async () => expect(await filesWith(third, ["127.0.0.1:1/annas"])).toEqual([]), {
    timeout: 30_000,
    interval: 200,
  });
});
