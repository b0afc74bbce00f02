import { generateKeyPairSync } from "node:crypto";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDnsServer, type Zone } from "../test/dns-server.ts";
import { type Door, openDoor } from "../test/door.ts";

const zone: Zone = {};
const dns = await startDnsServer(zone);
let door: Door;
beforeAll(async () => {
  door = await openDoor({ MAIL_AUTH: "enforce", DNS_SERVERS: dns.server });
});
afterAll(async () => {
  await door.stop();
  await dns.stop();
});

const key = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKey = key.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const publicKey = key.publicKey.export({ type: "spki", format: "der" }).toString("base64");

/** Sends a mail from anna@example.org like a mail program, signed or not, and gives the answer. */
async function send(sign: boolean, from = "Änna <anna@example.org>"): Promise<string> {
  const dkim = { domainName: "example.org", keySelector: "key", privateKey };
  const transport = createTransport({ host: "127.0.0.1", port: door.mail.port, ...(sign ? { dkim } : {}) });
  const mail = { from, to: "save@satchel.example", subject: "Grüße", text: "https://example.com/ä\n.\n..\n" };
  return transport.sendMail(mail).then(
    ({ response }) => response,
    (error: Error & { response?: string }) => error.response ?? error.message,
  );
}

test("a mail that its author's domain signed is taken, and the verdict is kept", async () => {
  const userId = await door.claim("anna@example.org");
  zone["key._domainkey.example.org"] = [`v=DKIM1; k=rsa; p=${publicKey}`];
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
