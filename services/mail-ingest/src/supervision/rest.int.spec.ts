import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, tempDir } from "@satchel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificate, writeCertificate } from "../../test/certificate.ts";
import { type Door, openDoor } from "../../test/door.ts";
import { connectSmtp, secure, sendRaw } from "../../test/smtp-client.ts";

const SAVE = "save@satchel.example";
const IDLE_MS = 200;

let door: Door;
beforeAll(async () => {
  door = await openDoor({ SMTP_MAILS_PER_CLIENT: "1000", SMTP_MAILS_PER_SENDER: "1000" }, IDLE_MS);
});
afterAll(() => door.stop());

const send = (id: string): Promise<string> =>
  sendRaw(door.mail.port, SAVE, `From: anna@example.org\r\nMessage-ID: <${id}@x>\r\n\r\nhttps://example.com/${id}`);

test("Haraka comes with the first connection, stays while there is one, and goes after a pause", async () => {
  expect(door.mail.pids).toEqual([]);
  expect(door.mail.check()).toBe("ok");
  const client = await connectSmtp(door.mail.port);
  const { pids } = door.mail;
  expect(pids).toHaveLength(1);
  await sleep(IDLE_MS * 3);
  expect(await client.command("NOOP")).toMatch(/^250 /);
  expect(door.mail.pids).toEqual(pids);
  client.close();
  await eventually(() => expect(door.mail.pids).toEqual([]));
  expect(door.log.filter((line) => line.includes("Haraka has ended"))).toEqual([]);
});

test("each mail is saved once that comes while Haraka is about to go", async () => {
  const userId = await door.claim("anna@example.org");
  const ids = Array.from({ length: 6 }, (_, n) => `${n}`);
  const runs = new Set<number | undefined>();
  for (const id of ids) {
    expect(await send(id)).toMatch(/^250 /);
    runs.add(door.mail.pids[0]);
    // Before, while and after it goes.
    await sleep(IDLE_MS + (Number(id) - 2) * 15);
  }
  const stored = (await door.events(userId)).map(({ data }) => (data as { messageId: string }).messageId);
  expect(stored).toEqual(ids.map((id) => `<${id}@x>`));
  expect(runs.size).toBeGreaterThan(1);
});

test("connections that come while Haraka starts wait for it, all of them", async () => {
  await eventually(() => expect(door.mail.pids).toEqual([]));
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => send(`together-${n}`)));
  for (const answer of answers) expect(answer).toMatch(/^250 /);
  expect(door.mail.pids).toHaveLength(1);
});

test("of more connections than the limit, also while Haraka starts, each is answered or closed, and mail is taken after them", async () => {
  const small = await openDoor({ SMTP_CONNECTIONS: "2", SMTP_CONNECTIONS_PER_CLIENT: "2" });
  const sockets = Array.from({ length: 30 }, () => connect(small.mail.port, "127.0.0.1"));
  const greetings = sockets.map(async (socket) => {
    socket.on("error", () => undefined);
    const [data] = (await Promise.race([once(socket, "data"), once(socket, "close")])) as [Buffer | boolean];
    return Buffer.isBuffer(data) ? data.toString().slice(0, 4) : "";
  });
  const said = await Promise.all(greetings);
  expect(said.filter((code) => code === "220 ")).toHaveLength(2);
  expect(said.filter((code) => !["220 ", "421 ", ""].includes(code))).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => (await connectSmtp(small.mail.port)).close());
  await small.stop();
});

test.each(["::1", "[::1]"])("mail is taken on the IPv6 address %s", async (SMTP_HOST) => {
  const other = await openDoor({ SMTP_HOST });
  const socket = connect(other.mail.port, "::1");
  const [greeting] = (await once(socket, "data")) as [Buffer];
  expect(greeting.toString()).toMatch(/^220 /);
  socket.destroy();
  await other.stop();
});

test("encrypted connections and those that are gone at once are no longer counted, and Haraka goes after them", async () => {
  const certificate = await writeCertificate(await tempDir(), makeCertificate("satchel.example"));
  const other = await openDoor({ ...certificate, SMTP_CONNECTIONS: "2", SMTP_CONNECTIONS_PER_CLIENT: "2" }, IDLE_MS);
  for (let n = 0; n < 6; n++) {
    const client = await connectSmtp(other.mail.port);
    await client.command("EHLO client.example");
    await client.command("STARTTLS");
    (await secure(client)).close();
  }
  for (let n = 0; n < 6; n++) {
    const socket = connect(other.mail.port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.resetAndDestroy();
  }
  await eventually(() => expect(other.mail.pids).toEqual([]));
  (await connectSmtp(other.mail.port)).close();
  await other.stop();
});
