import { randomUUID } from "node:crypto";
import { connectBus, createLogger, digestToken, handler, serveCommands } from "@satchel/chassis";
import { NoteDigestBounce, type UserId } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADDRESS_KEY, type Door, openDoor } from "../../test/door.ts";
import { sendRaw } from "../../test/smtp-client.ts";

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.stop());

const report = (action: string): string =>
  [
    "From: MAILER-DAEMON@mx.example",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Final-Recipient: rfc822; ada@example.org",
    `Action: ${action}`,
    "--b--",
  ].join("\r\n");

const addressOf = (token: string): string => `save+b.${token}@satchel.example`;
const send = (to: string, raw: string): Promise<string> => sendRaw(door.mail.port, to, raw);

test("a digest that came back is counted before it is answered; what is no report of a failure is not", async () => {
  const token = digestToken(ADDRESS_KEY, randomUUID() as UserId);
  // Nobody is there to count it.
  expect(await send(addressOf(token), report("failed"))).toMatch(/^451 /);

  const logger = createLogger("test", "silent");
  const bus = await connectBus({ url: door.nats.url, name: "identity", logger, monitorUrl: door.nats.monitorUrl });
  const counted: string[] = [];
  const note = handler(NoteDigestBounce, async ({ token: of }) => {
    counted.push(of);
    return { result: {} };
  });
  const server = await serveCommands(bus, "identity", [note], logger);
  atEnd(() => server.stop().then(() => bus.close()));

  expect(await send(addressOf(token), report("delayed"))).toMatch(/^250 /);
  expect(
    await send(addressOf(token), "From: ada@example.org\r\nAuto-Submitted: auto-replied\r\n\r\nI am away."),
  ).toMatch(/^250 /);
  expect(counted).toEqual([]);
  expect(await send(addressOf(token.toUpperCase()), report("failed"))).toMatch(/^250 /);
  expect(counted).toEqual([token]);
});

test("an address with a made-up token is none of ours", async () => {
  const token = digestToken(`${ADDRESS_KEY}x`, randomUUID() as UserId);
  await expect(send(addressOf(token), report("failed"))).resolves.toMatch(/^550 5\.1\.1 /);
});
