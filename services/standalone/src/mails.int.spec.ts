import { texts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { startSmtpRelay } from "@satchel/identity/test/smtp-relay.ts";
import { Browser } from "../test/browser.ts";
import { startInstance } from "../test/instance.ts";

/** What the relay answers to the attempts that come next; afterwards it says yes. */
const script: string[] = [];
const relay = await startSmtpRelay(script);
const instance = await startInstance({ SMTP_URL: relay.url, LOG_LEVEL: "trace" });

const answerNext = (answer: string): void => {
  script[relay.attempts()] = answer;
};

/** The mails to an address, oldest first, quoted-printable (RFC 2045 section 6.7) undone. */
const mailsTo = (email: string): string[] =>
  relay.taken
    .filter((mail) => mail.includes(`\nTo: ${email}\n`))
    .map((mail) =>
      mail
        .replaceAll("=\n", "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
const newest = (email: string, pattern: RegExp): Promise<string> =>
  eventually(() => {
    const found = pattern.exec(mailsTo(email).at(-1) ?? "")?.[1];
    if (found === undefined) throw new Error(`no mail to ${email} has ${String(pattern)}`);
    return found;
  });

const CODE = /^Subject: (\d{6}) /m;
const TOKEN = /\/confirm-address#token=([\w.-]+)/;

const logged = (): string => [...instance.process.stdout, ...instance.process.stderr].join("\n");

let people = 0;
const somebody = (): string => `somebody${++people}@post.example`;

async function signedIn(email: string): Promise<{ browser: Browser; code: string }> {
  const browser = new Browser(instance);
  await browser.call("POST", "/api/auth/register", { email });
  const code = await newest(email, CODE);
  expect(await browser.call("POST", "/api/auth/verify-email", { email, code })).toMatchObject({ status: 200 });
  return { browser, code };
}

describe("a relay for outgoing mail", () => {
  test("given a relay that refuses permanently, when a code is requested, then the caller gets an error after one attempt", async () => {
    const email = somebody();
    const before = relay.attempts();
    answerNext("550 5.1.1 nobody here");
    const answer = await new Browser(instance).call("POST", "/api/auth/register", { email });

    expect(answer).toMatchObject({ status: 503, body: { detail: texts.registration.failed } });
    expect(relay.attempts()).toBe(before + 1);
  });

  test("given a notice that can't be delivered, when a password is set, then it is set all the same", async () => {
    const { browser } = await signedIn(somebody());
    const before = relay.attempts();
    answerNext("550 5.1.1 nobody here");

    expect(await browser.call("POST", "/api/auth/set-password", { new_password: "correct horse" })).toMatchObject({
      status: 200,
      body: { has_password: true },
    });
    await eventually(() => expect(relay.attempts()).toBe(before + 1));
  });
});

describe("the languages of mails", () => {
  test.each([
    ["de-AT, de;q=0.9, en;q=0.8", "de", "dein Satchel-Code"],
    ["en-GB", "en", "your Satchel code"],
    ["fr", "en", "your Satchel code"],
  ])("given a browser that prefers %s, then it is %s", async (preferred, language, subject) => {
    const email = somebody();
    await new Browser(instance, { "accept-language": preferred }).call("POST", "/api/auth/register", { email });

    const mail = await eventually(() => {
      const [first] = mailsTo(email);
      if (first === undefined) throw new Error("no mail yet");
      return first;
    });
    expect(mail).toMatch(new RegExp(`^Content-Language: ${language}$`, "m"));
    expect(mail).toContain(subject);
    expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m);
  });
});

test.each([
  ["de-AT, de;q=0.9", "de", "Dein Satchel-Konto wurde gelöscht", "Das warst nicht du?"],
  ["en-GB", "en", "Your Satchel account was deleted", "This wasn't you?"],
])(
  "given an account that is deleted by a browser that prefers %s, then its owner is told so, in %s",
  async (preferred, language, subject, doubt) => {
    const email = somebody();
    const browser = new Browser(instance, { "accept-language": preferred });
    await browser.call("POST", "/api/auth/register", { email });
    const code = await newest(email, CODE);
    await browser.call("POST", "/api/auth/verify-email", { email, code });

    expect((await browser.call("DELETE", "/api/users/me")).status).toBe(204);

    const farewell = await eventually(() => {
      const [, mail] = mailsTo(email);
      if (mail === undefined) throw new Error("no mail about it yet");
      return Buffer.from(mail, "latin1").toString("utf8");
    });
    expect(farewell).toMatch(new RegExp(`^Content-Language: ${language}$`, "m"));
    expect(farewell.replaceAll("_", " ")).toContain(subject);
    expect(farewell).toContain(doubt);
    expect(mailsTo(email)).toHaveLength(2);
  },
);

test("given all mails in the life of an account, then no log line has a code, token or password", async () => {
  const email = somebody();
  const [password, newPassword] = ["correct horse 4711", "battery staple 0815"];
  const { browser, code } = await signedIn(email);
  const secrets = [code, ...browser.cookies.values(), password, newPassword];

  await browser.call("POST", "/api/auth/set-password", { new_password: password });
  await newest(email, /(Your Satchel account has a password now)/);
  await browser.signInWithPassword(email, "wrong horse 4712");

  const other = somebody();
  // Some relays repeat the mail in their refusal.
  answerNext(`451 4.7.1 later: ${email} wants ${other} at /confirm-address#token=`);
  const added = await browser.call("POST", "/api/sender-emails/", { email: other });
  expect(added).toMatchObject({ status: 201, body: { email: other, is_confirmed: false } });
  const token = await newest(other, TOKEN);
  const confirmed = await browser.call("POST", "/api/sender-emails/confirm", { token });
  expect(confirmed).toMatchObject({ status: 200, body: { email: other, is_confirmed: true } });
  await newest(email, /(An address was added to your Satchel account)/);

  await browser.call("POST", "/api/auth/request-password-reset", { email });
  const resetCode = await newest(email, CODE);
  const reset = await browser.call("POST", "/api/auth/reset-password", {
    email,
    code: resetCode,
    new_password: newPassword,
  });
  expect(reset.status).toBe(200);
  await newest(email, /(Your Satchel password was reset)/);

  secrets.push(token, resetCode, ...browser.cookies.values());
  expect(secrets.length).toBeGreaterThanOrEqual(8);
  // Ports, times and sequences are six digits as well: a code is looked for where it stands alone.
  const lines = logged();
  for (const secret of secrets) {
    expect(/^\d{6}$/.test(secret) ? lines.match(new RegExp(`\\b${secret}\\b`)) : lines.includes(secret)).toBeFalsy();
  }
  expect(lines).not.toContain("wrong horse");
  expect(lines).not.toContain(email);
  expect(lines).not.toContain(other);
  expect(lines).toContain("a mail could not be handed over");
});
