import type { UserId } from "@satchel/contracts";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startDnsServer, type Zone } from "../../test/dns-server.ts";
import { type Door, openDoor } from "../../test/door.ts";
import { rsaKey, signed } from "../../test/signing.ts";
import { sendRaw } from "../../test/smtp-client.ts";
import { mailFrom } from "../../test/verification.ts";

const zone: Zone = {};
const dns = await startDnsServer(zone);
let door: Door;
let carla: UserId;
beforeAll(async () => {
  door = await openDoor({ MAIL_AUTH: "enforce", DNS_SERVERS: dns.server });
  carla = await door.claim("carla@example.org");
});
afterAll(async () => {
  await door.stop();
  await dns.stop();
});

const SAVE = "save@satchel.example";
const key = rsaKey(2048);
const record = `v=DKIM1; k=rsa; p=${key.published}`;
const privateKey = key.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
beforeEach(() => {
  for (const name of Object.keys(zone)) delete zone[name];
  zone["key._domainkey.example.org"] = [record];
  zone["key._domainkey.evil.example"] = [record];
});

/** Sends a mail from anna@example.org like a mail program, signed or not, and gives the answer. */
async function send(sign: boolean, from = "Änna <anna@example.org>"): Promise<string> {
  const dkim = { domainName: "example.org", keySelector: "key", privateKey };
  const transport = createTransport({ host: "127.0.0.1", port: door.mail.port, ...(sign ? { dkim } : {}) });
  const mail = { from, to: SAVE, subject: "Grüße", text: "https://example.com/ä\n.\n..\n" };
  return transport.sendMail(mail).then(
    ({ response }) => response,
    (error: Error & { response?: string }) => error.response ?? error.message,
  );
}

test("a mail that its author's domain signed is accepted, and the verdict is stored", async () => {
  const userId = await door.claim("anna@example.org");
  expect(await send(true)).toMatch(/^250 /);
  expect(await door.events(userId)).toMatchObject([
    {
      data: { subject: "Grüße", urls: ["https://example.com/ä"], verdict: { dkim: "pass", dmarc: "none", by: "dkim" } },
    },
  ]);
});

test("a mail without a signature is refused with 550 5.7.26, whether or not its author has an account", async () => {
  expect(await send(false)).toMatch(/^550 5\.7\.26 /);
  expect(await send(false, "nobody@example.org")).toMatch(/^550 5\.7\.26 /);
});

test("a mail whose signature can't be checked because the DNS fails is answered 451 4.4.3", async () => {
  zone["key._domainkey.example.org"] = "SERVFAIL";
  expect(await send(true)).toMatch(/^451 4\.4\.3 /);
});

test("a mail from a host of its author's domain is accepted when the domain has a policy", async () => {
  const userId = await door.claim("berta@example.org");
  zone["example.org"] = ["v=spf1 ip4:127.0.0.1 -all"];
  const mail = mailFrom("berta@example.org");
  expect(await sendRaw(door.mail.port, SAVE, mail, "berta@example.org")).toMatch(/^550 5\.7\.26 /);
  zone["_dmarc.example.org"] = ["v=DMARC1; p=none"];
  expect(await sendRaw(door.mail.port, SAVE, mail, "berta@example.org")).toMatch(/^250 /);
  expect(await door.events(userId)).toMatchObject([{ data: { verdict: { spf: "pass", dmarc: "pass", by: "dmarc" } } }]);
});

test("a mail from a non-ASCII address is accepted (SMTPUTF8)", async () => {
  const userId = await door.claim("änna@bücher.example");
  zone["key._domainkey.xn--bcher-kva.example"] = [record];
  const mail = signed(mailFrom("Änna <änna@bücher.example>"), key, { d: "xn--bcher-kva.example" });
  // The client sends one octet for each character.
  const octets = Buffer.from(mail).toString("latin1");
  expect(await sendRaw(door.mail.port, SAVE, octets)).toMatch(/^250 /);
  expect(await door.events(userId)).toMatchObject([{ data: { sender: "änna@xn--bcher-kva.example" } }]);
});

const byEve = (from: string, more: string[] = []): string => signed(mailFrom(from, more), key, { d: "evil.example" });
const byCarla = (from: string): string => signed(mailFrom(from), key, { d: "example.org" });

test.each([
  ["by another domain's signature", byEve("carla@example.org"), /^550 5\.7\.26 /],
  ["by a second From field", `From: carla@example.org\r\n${byEve("eve@evil.example")}`, /^550 5\.7\.1 .*exactly one/],
  ["by a second From field below", byEve("eve@evil.example", ["From: carla@example.org"]), /^550 5\.7\.1 /],
  ["by two addresses", byEve("eve@evil.example, carla@example.org"), /^550 5\.7\.1 /],
  ["by a group", byEve("Friends: carla@example.org;"), /^550 5\.7\.1 /],
  ["by a name that is her address", byEve('"carla@example.org" <eve@evil.example>'), /^550 5\.7\.1 .*no account/],
  ["by text that was added", `${byCarla("carla@example.org")}https://evil.example/`, /^550 5\.7\.26 /],
  ["by a second subject on top", `Subject: mine\r\n${byCarla("carla@example.org")}`, /^550 5\.6\.0 .*twice/],
  ["by an ARC chain", `ARC-Seal: i=1; cv=none; d=example.org\r\n${mailFrom("carla@example.org")}`, /^550 5\.7\.26 /],
])("nobody saves anything for Carla %s", async (_name, mail, answer) => {
  expect(await sendRaw(door.mail.port, SAVE, mail, "eve@evil.example")).toMatch(answer);
  expect(await door.events(carla)).toEqual([]);
});
