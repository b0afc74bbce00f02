import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { signIn, startInstance } from "../test/instance.ts";
import { scrubbed, settled } from "../test/scrubbed.ts";
import { filesWith } from "../test/traces.ts";

test("given a journal from before an account was erased, when it is restored, then the account does not come back", async () => {
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

  expect((await filesWith(first.dataDir, ["127.0.0.1:1/annas"])).join()).toContain("JOURNAL");

  const third = await startInstance({}, first);

  expect((await anna.call("GET", "/api/users/me")).status).toBe(401);
  const again = await signIn(third, address);
  expect(await again.json("GET", "/api/links/?size=100")).toEqual([]);
  expect(await again.json("GET", "/api/users/me")).toMatchObject({ sender_emails: [{ email: address }] });
  expect(await bob.json("GET", "/api/links/?size=100")).toMatchObject([{ url: "http://127.0.0.1:1/bobs" }]);
  await scrubbed(third.dataDir, ["127.0.0.1:1/annas"]);
});
