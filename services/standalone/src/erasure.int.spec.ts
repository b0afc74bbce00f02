import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Import, Link } from "@satchel/contracts";
import { eventually, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { SoftwareAuthenticator } from "@satchel/identity/test/software-authenticator.ts";
import { Browser } from "../test/browser.ts";
import { type Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";
import { next, tokensTo } from "../test/mailbox.ts";
import { scrubbed, settled } from "../test/scrubbed.ts";
import { filesWith } from "../test/traces.ts";

/** Looks for what it is to find. */
test.each([
  ["text", (text: string) => text],
  ["UTF-16", (text: string) => Buffer.from(text, "utf16le")],
  ...[0, 1, 2].map((n) => [`base64 behind ${n}`, (text: string) => btoa(`${"x".repeat(n)}${text} and more`)] as const),
  ["quoted-printable", (text: string) => `${text.slice(0, 4)}=\r\n${text.slice(4).replace("@", "=40")}`],
] as const)("given a file that holds an address as %s, when it is looked for, then it is found", async (_, write) => {
  const folder = await tempDir();
  await writeFile(join(folder, "found"), Buffer.concat(["before ", write("anna@post.example"), " behind"].map(octets)));
  await writeFile(join(folder, "other"), "berta@post.example");

  expect(await filesWith(folder, ["anna@post.example"])).toEqual(["found"]);
});
const octets = (text: string | Buffer): Buffer => Buffer.from(text);

const BOOKMARKS = (marker: string): string => {
  const entry = (url: string, i: number): string => `<DT><A HREF="${url}" TAGS="${marker}">Imported ${marker} ${i}</A>`;
  const links = Array.from({ length: 20 }, (_, i) => entry(`http://127.0.0.1:1/imported/${marker}/${i}`, i));
  const faults = Array.from({ length: 30 }, (_, i) => entry(`javascript:alert('${marker}${i}')`, i));
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${[...links, ...faults].join("\n")}</DL>`;
};

async function importBookmarks({ url }: Instance, client: Client, marker: string): Promise<void> {
  const answer = await fetch(`${url}/api/imports?name=${marker}.html`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, "content-type": "text/html" },
    body: BOOKMARKS(marker),
  });
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as Import;
  await eventually(async () =>
    expect(await client.json("GET", `/api/imports/${id}`)).toMatchObject({ status: "done", saved: 20, skipped: 30 }),
  );
}

async function addPasskey({ url }: Instance, client: Client, name: string): Promise<string> {
  const authenticator = new SoftwareAuthenticator(`http://localhost:${new URL(url).port}`);
  const { options } = await client.json<{ options: Record<string, unknown> }>("POST", "/api/users/me/passkeys/options");
  await client.json("POST", "/api/users/me/passkeys", { name, response: authenticator.create(options) });
  return authenticator.credentialId;
}

/** Signs in with a browser and goes on using it, as its page does when its access tokens run out. */
async function useBrowser(instance: Instance, email: string, password: string): Promise<void> {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const browser = new Browser(instance, { "user-agent": firefox });
  expect((await browser.signInWithPassword(email, password)).status).toBe(200);
  for (let i = 0; i < 4; i++) expect((await browser.call("POST", "/api/auth/refresh-token")).status).toBe(200);
}

test("given an account with links, notes, highlights, folders, rules, imports, mails, addresses, passwords, passkeys, API tokens, shared pages and sessions, when it is deleted, then no file has anything of it", async () => {
  const instance = await startInstance();
  const { dataDir } = instance;
  const [primary, further, pending] = [
    "anna-erased@post.example",
    "anna-further@work.example",
    "anna-waits@home.example",
  ];
  const marker = "xyzzymarker";
  const anna = await signIn(instance, primary);
  const bob = await signIn(instance, "bob-kept@post.example");

  const folder = await anna.json<{ id: number }>("POST", "/api/folders/", { name: `Folder ${marker}` });
  const doomed = await anna.json<{ id: number }>("POST", "/api/folders/", { name: `Doomed ${marker}` });
  const changes = { description: `About ${marker}`.repeat(20), notes: `Noted ${marker}`.repeat(20) };
  for (let i = 0; i < 30; i++) {
    const url = `http://127.0.0.1:1/${marker}/${i}`;
    const link = await anna.json<Link>("POST", "/api/links/", { url, title: `Title ${marker}`, tags: [marker] });
    const marked = await anna.json<{ id: string }>("POST", `/api/links/${link.id}/highlights`, {
      quote: { exact: `Marked ${marker}`, prefix: `Before ${marker}`, suffix: `after ${marker}` },
      note: `Noted beside ${marker}`,
    });
    await anna.json("PATCH", `/api/links/${link.id}/highlights/${marked.id}`, { note: `Noted anew ${marker}` });
    await anna.json("PATCH", `/api/links/${link.id}`, { folder_id: folder.id, ...changes });
    if (i < 5) await anna.json("DELETE", `/api/links/${link.id}`);
  }
  await anna.json("DELETE", `/api/folders/${doomed.id}`);
  const rule = { name: `Rule ${marker}`, is_on: true, conditions: [{ kind: "title", any: [marker] }] };
  for (const action of [{ kind: "favorite" }, { kind: "tag", tags: [`ruled-${marker}`] }]) {
    const made = await anna.json<{ id: string }>("POST", "/api/users/me/rules", { ...rule, actions: [action] });
    if (action.kind === "tag") await anna.json("DELETE", `/api/users/me/rules/${made.id}`);
    else await anna.json("POST", `/api/users/me/rules/${made.id}/apply`);
  }
  await importBookmarks(instance, anna, marker);

  for (const email of [further, pending]) await anna.json("POST", "/api/sender-emails/", { email });
  await anna.json("POST", "/api/sender-emails/confirm", { token: await next(tokensTo, instance, further, 0) });
  await sendMail(instance, { from: primary, subject: `Mail ${marker}`, text: `http://127.0.0.1:1/${marker}/mailed` });
  await sendMail(instance, { from: further, subject: `Mail ${marker}`, text: `http://127.0.0.1:1/${marker}/further` });

  await anna.json("POST", "/api/auth/set-password", { new_password: "correct horse" });
  await anna.json("PUT", "/api/users/me/password", { old_password: "correct horse", new_password: "battery staple" });
  const passkey = await addPasskey(instance, anna, `Key ${marker}`);
  for (const email of [primary, further]) await useBrowser(instance, email, "battery staple");
  const made = { name: `Token ${marker}`, scopes: ["read"] };
  const { token } = await anna.json<{ token: string }>("POST", "/api/users/me/tokens", made);
  const byToken = { headers: { authorization: `Token ${token}` } };
  expect((await fetch(`${instance.url}/api/links/`, byToken)).status).toBe(200);
  const source = { kind: "folder", folder_id: folder.id };
  const shared = { source, public_name: `former-${marker}`, password: "open sesame" };
  const { id: shareId } = await anna.json<{ id: string }>("POST", "/api/users/me/shares", shared);
  const { url: sharedAt } = await anna.json<{ url: string }>("PATCH", `/api/users/me/shares/${shareId}`, {
    public_name: `pages-of-${marker}`,
  });
  const visited = `${instance.url}${new URL(sharedAt).pathname}`;
  expect((await fetch(visited)).status).toBe(200);
  await bob.json("POST", "/api/links/", { url: "http://127.0.0.1:1/keptmarker" });
  await settled(anna, 47);
  await settled(bob, 1);

  // The last three lie in key-value buckets, of which every change leaves an older revision.
  const texts = [marker, primary, further, pending, passkey, "$argon2id$", "Firefox on Linux"];
  for (const text of texts) expect([text, await filesWith(join(dataDir, "nats"), [text])]).not.toEqual([text, []]);
  const before = (await filesWith(dataDir, texts)).join();
  for (const place of ["nats/", "postgres/", "outbox/"]) expect(before).toContain(place);

  expect((await anna.call("DELETE", "/api/users/me")).status).toBe(204);

  expect((await anna.call("GET", "/api/users/me")).status).toBe(401);
  await eventually(async () => expect((await fetch(`${instance.url}/api/links/`, byToken)).status).toBe(401));
  await eventually(async () => expect((await fetch(visited)).status).toBe(404));
  // Removed rows stay in the files of the tables until the night, or until an operator has them scrubbed.
  await eventually(async () => expect(await filesWith(dataDir, texts, "postgres")).toEqual([]), { interval: 500 });
  await scrubbed(dataDir, texts);
  await settled(bob, 1);
  await instance.process.kill("SIGTERM");
  expect(await filesWith(dataDir, texts)).toEqual([]);
  expect(await filesWith(dataDir, ["keptmarker"])).not.toEqual([]);
});
