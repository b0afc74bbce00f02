import { createLogger, normaliseAddress } from "@satchel/chassis";
import { startTestNats, type TestNats } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADDRESS_KEY, type Door, openDoor } from "../../test/door.ts";
import { connectSmtp, sendRaw } from "../../test/smtp-client.ts";
import { MailBus, StoreUnavailable } from "../commands/mail-bus.ts";
import { type MailLimits, mailLimits } from "./mail-limits.ts";

const open = async (
  { url, monitorUrl }: TestNats,
  mailsPerClient: number,
  mailsPerSender = 5,
): Promise<MailLimits & { close(): Promise<void> }> => {
  const bus = new MailBus({ bus: { url, monitorUrl }, syncUnchecked: false, logger: createLogger("test", "silent") });
  await bus.opened;
  return { ...mailLimits(bus, { key: ADDRESS_KEY, mailsPerClient, mailsPerSender }), close: () => bus.close() };
};

/** Mails that each replica gets at the same time. */
const AT_ONCE = 10;

describe("two replicas", () => {
  test("given both count the mails of one client at once, then together they allow no more than the limit", async () => {
    const nats = await startTestNats();
    for (const limit of [7, 300]) {
      const replicas = [await open(nats, limit), await open(nats, limit)];
      let count = 0;
      // As many at once as come within the time of one request on a busy machine.
      for (let asked = 0; asked < limit; asked += AT_ONCE) {
        const granted = await Promise.all(
          replicas.flatMap((limits) =>
            Array.from({ length: AT_ONCE }, () => limits.ofClient(`192.0.2.${limit % 250}`)),
          ),
        );
        count += granted.filter(Boolean).length;
      }
      expect(count).toBeLessThanOrEqual(limit);
      // What one has taken and does not need is lost to the other: a fiftieth at most.
      expect(count).toBeGreaterThanOrEqual(Math.floor(limit * 0.98));
      expect(await replicas[0]?.ofClient("198.51.100.1")).toBe(true);
      await Promise.all(replicas.map((limits) => limits.close()));
    }
  });

  test("given no bus, then mails are neither allowed nor refused: the limits are unavailable", async () => {
    const nats = await startTestNats();
    const limits = await open(nats, 1);
    const anna = normaliseAddress("anna@example.org");
    if (anna === undefined) throw new Error("no address");
    expect(await limits.ofSender(anna)).toBe(true);
    await nats.stop();
    await expect(limits.ofSender(anna)).rejects.toThrow(StoreUnavailable);
    await nats.restart();
    await limits.close();
  });
});

describe("in the SMTP dialogue", () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ SMTP_MAILS_PER_SENDER: "3", SMTP_MAILS_PER_CLIENT: "12" });
    await door.claim("anna@example.org");
    await door.claim("berta@example.org");
  });
  afterAll(() => door.stop());

  const SAVE = "save@satchel.example";
  const send = (sender: string, from: string): Promise<string> => {
    const raw = `From: ${sender}\r\nMessage-ID: <${Math.random()}@x>\r\n\r\nhttps://example.com/`;
    return sendRaw(door.mail.port, SAVE, raw, undefined, from);
  };

  test("a sender's mails are accepted up to the limit, then deferred; those of another sender are accepted", async () => {
    for (let i = 0; i < 3; i++) expect(await send("anna@example.org", "127.0.0.1")).toMatch(/^250 /);
    expect(await send("anna@example.org", "127.0.0.2")).toMatch(/^451 4\.7\.1 .*this address/);
    expect(await send("Anna@Example.org", "127.0.0.3")).toMatch(/^451 4\.7\.1 /);
    expect(await send("berta@example.org", "127.0.0.1")).toMatch(/^250 /);
  });

  test("a client's mails are deferred over the limit, before their text is sent; refused mails count, and other clients are not affected", async () => {
    for (let i = 0; i < 12; i++) expect(await send("nobody@example.org", "127.0.0.9")).toMatch(/^550 /);
    const client = await connectSmtp(door.mail.port, { from: "127.0.0.9" });
    for (const line of ["EHLO x", "MAIL FROM:<a@b.example>", `RCPT TO:<${SAVE}>`]) await client.command(line);
    expect(await client.command("DATA")).toMatch(/^451 4\.7\.1 .*your network/);
    client.close();
    expect(await send("berta@example.org", "127.0.0.10")).toMatch(/^250 /);
  });
});
