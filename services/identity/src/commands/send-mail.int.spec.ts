import { randomUUID } from "node:crypto";
import type { Address } from "@satchel/chassis";
import {
  AddSenderAddress,
  ANSWERS_PER_HOUR,
  ConfirmSenderAddress,
  EraseUser,
  type PayloadOf,
  RemoveSenderAddress,
  SendMail,
  type UserId,
} from "@satchel/contracts";
import { createTestDatabase, eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { registeringAt, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";
import { startSmtpRelay } from "../../test/smtp-relay.ts";
import { ensureAccount } from "../accounts/registration.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
const someAddress = (): Address => `reader${++people}@post.example` as Address;

async function someone(): Promise<{ readonly userId: UserId; readonly email: Address }> {
  const email = someAddress();
  return { userId: (await ensureAccount(registeringAt(identity), email, randomUUID())).userId, email };
}

const content = {
  language: "en" as const,
  subject: "Saved 3 links",
  preview: "1 you had since May.",
  heading: "Saved 3 links",
  text: "Saved 3 links.\n",
  html: '<tr><td class="m-ink2">Waxed thread</td></tr>',
  footnote: "Answers can be switched off in Settings.",
};
const answer = (userId: UserId, more: Partial<PayloadOf<typeof SendMail>> = {}): PayloadOf<typeof SendMail> => ({
  userId,
  kind: "answer",
  content,
  ...more,
});

const header = (mail: string | undefined): string =>
  (mail ?? "").split("\r\n\r\n")[0]?.replaceAll(/\r\n[ \t]+/g, " ") ?? "";

/** An address that was added to an account, and its confirmation. */
async function addressOf(
  userId: UserId,
): Promise<{ readonly address: Address; readonly confirm: () => Promise<unknown> }> {
  const address = someAddress();
  await identity.send(AddSenderAddress, { userId, email: address, locale: "en" });
  const link = /#token=([0-9a-f]{64}\.[\w-]{43})/;
  const [mail = ""] = await identity.mailsTo(address);
  const token = link.exec(mail.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? "";
  return { address, confirm: () => identity.send(ConfirmSenderAddress, { userId, token }) };
}

describe("a mail that another service has sent", () => {
  test("goes to the account's primary address, as an answer that nothing answers and that can't bounce", async () => {
    const { userId, email } = await someone();
    const id = randomUUID();
    const asked = answer(userId, {
      replyTag: "r.abc234",
      inReplyTo: "<links@post.example>",
      references: ["<first@post.example>", "<links@post.example>"],
    });
    expect(await identity.send(SendMail, asked, id)).toEqual({ outcome: "sent" });

    const [mail, ...others] = await identity.mailsTo(email);
    expect(others).toEqual([]);
    const fields = header(mail);
    for (const field of [
      "Auto-Submitted: auto-replied",
      "X-Auto-Response-Suppress: All",
      "In-Reply-To: <links@post.example>",
      "References: <first@post.example> <links@post.example>",
      `Message-ID: <${id}@satchel.example>`,
      "Subject: Saved 3 links",
      "Content-Language: en",
    ]) {
      expect(fields.split("\r\n")).toContain(field);
    }
    expect(fields).toMatch(/^Reply-To: "?Satchel"? <save\+r\.abc234@satchel\.example>$/m);
    expect(fields).not.toMatch(/^(?:List-|Precedence)/im);
    expect(mail).toContain("Waxed thread");
  });

  test("given one by a schedule, then it says how it ends by one request", async () => {
    const { userId, email } = await someone();
    const unsubscribeUrl = "https://satchel.example/stop/abc";
    await identity.send(SendMail, answer(userId, { kind: "scheduled", unsubscribeUrl }));
    const fields = header((await identity.mailsTo(email))[0]).split("\r\n");
    expect(fields).toContain("Auto-Submitted: auto-generated");
    expect(fields).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(fields).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });

  test("goes to a further address once its owner has confirmed it, and no longer when it was removed", async () => {
    const { userId } = await someone();
    const { address, confirm } = await addressOf(userId);
    const send = () => identity.send(SendMail, answer(userId, { email: address.toUpperCase() }));
    const answers = async () =>
      (await identity.mailsTo(address)).filter((mail) => mail.includes("Saved 3 links")).length;

    await expect(send()).rejects.toMatchObject({ code: "not-found" });
    await confirm();
    expect(await send()).toEqual({ outcome: "sent" });
    await identity.send(RemoveSenderAddress, { userId, email: address });
    await expect(send()).rejects.toMatchObject({ code: "not-found" });
    expect(await answers()).toBe(1);
  });

  test.each(["another account's address", "an address of nobody", "no address"])("is refused for %s", async (whose) => {
    const [own, other] = [await someone(), await someone()];
    const email = whose === "no address" ? "not an address" : whose.startsWith("another") ? other.email : someAddress();
    await expect(identity.send(SendMail, answer(own.userId, { email }))).rejects.toMatchObject({ code: "not-found" });
    expect(await identity.mailsTo(other.email)).toEqual([]);
  });

  test("is refused for an account that was erased, and for one that never was", async () => {
    const { userId } = await someone();
    await identity.send(EraseUser, { userId });
    for (const id of [userId, randomUUID() as UserId]) {
      await expect(identity.send(SendMail, answer(id))).rejects.toMatchObject({ code: "not-found" });
    }
  });

  test("is sent once when its command is repeated", async () => {
    const { userId, email } = await someone();
    const id = randomUUID();
    await identity.send(SendMail, answer(userId), id);
    expect(await identity.sendAgain(SendMail, answer(userId), id)).toEqual({ ok: true, result: { outcome: "sent" } });
    expect(await identity.mailsTo(email)).toHaveLength(1);
  });

  test(`given ${ANSWERS_PER_HOUR} answers within an hour, then another is refused, and one by a schedule is not`, async () => {
    const { userId, email } = await someone();
    for (let n = 0; n < ANSWERS_PER_HOUR; n++) await identity.send(SendMail, answer(userId));
    await expect(identity.send(SendMail, answer(userId))).rejects.toMatchObject({ code: "limited" });
    await identity.send(SendMail, answer(userId, { kind: "scheduled" }));
    expect(await identity.mailsTo(email)).toHaveLength(ANSWERS_PER_HOUR + 1);
  });

  test("has no field and no recipient that stands in its texts", async () => {
    const { userId, email } = await someone();
    const subject = "x\r\nBcc: victim@post.example\r\n\r\nhello";
    await identity.send(SendMail, answer(userId, { content: { ...content, subject, heading: "<b>x</b>" } }));
    const [mail] = await identity.mailsTo(email);
    expect(header(mail)).not.toMatch(/^Bcc/m);
    expect(mail?.replaceAll("=\r\n", "")).toContain("&lt;b&gt;x");
  });

  test.each([
    ["a tag", { replyTag: "r.x@victim.example>" }],
    ["a Message-ID", { inReplyTo: "<a@b>\r\nBcc: victim@post.example" }],
    ["an address to unsubscribe", { unsubscribeUrl: "https://a.example/>\r\nBcc: x" }],
  ])("is refused with %s that would break a field", async (_, more) => {
    const { userId } = await someone();
    await expect(identity.send(SendMail, answer(userId, more))).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("given a relay", () => {
  /** Identity with a relay of its own that answers RCPT by a script. */
  async function withRelay(script: readonly string[]) {
    const relay = await startSmtpRelay(script);
    const database = await createTestDatabase();
    await identity.stop();
    await identity.replica({ SMTP_URL: relay.url, DATABASE_URL: database.url });
    return relay;
  }

  test("that has no time yet, then the caller learns it, and the repeated command sends the mail once; one that refuses is not asked again", async () => {
    const relay = await withRelay(["451 4.7.1 later", "250 yes", "550 5.1.1 nobody"]);
    const { userId } = await someone();
    const id = randomUUID();
    await expect(identity.send(SendMail, answer(userId), id)).rejects.toMatchObject({ code: "unavailable" });
    expect(await identity.send(SendMail, answer(userId), id)).toEqual({ outcome: "sent" });
    expect(relay.taken).toHaveLength(1);

    const refused = randomUUID();
    expect(await identity.send(SendMail, answer(userId), refused)).toEqual({ outcome: "refused" });
    expect(await identity.send(SendMail, answer(userId), refused)).toEqual({ outcome: "refused" });
    await eventually(() => expect(relay.attempts()).toBe(3));
  });
});
