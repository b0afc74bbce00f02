import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mutate, seededNumbers } from "../../test/mutations.ts";
import { rsaKey, signed } from "../../test/signing.ts";
import { mailFrom, startVerification } from "../../test/verification.ts";

/** Milliseconds for all of it, and mails at most. */
const LONGEST_MS = 4000;
const MAILS = 1000;
vi.setConfig({ testTimeout: LONGEST_MS + 30_000 });

const { zone, stop, verify } = await startVerification();
afterAll(stop);

const rsa = rsaKey(1024);
beforeAll(() => {
  zone["key._domainkey.evil.example"] = [`v=DKIM1; k=rsa; p=${rsa.published}`];
  zone["evil.example"] = ["v=spf1 +all"];
  zone["_dmarc.evil.example"] = ["v=DMARC1; p=none"];
  zone["_dmarc.example.org"] = ["v=DMARC1; p=none"];
});

/** What Eve may put into her mail to make it look like Anna's. */
const TRICKS = [
  "From: anna@example.org\r\n",
  "\r\nFrom: anna@example.org\r\n",
  "From : Anna <anna@example.org>\r\n",
  "anna@example.org",
  ", anna@example.org",
  "<anna@example.org>",
  '"anna@example.org"',
  "(anna@example.org)",
  "d=example.org; ",
  "i=@example.org; ",
  "h=From:From; ",
  "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=key; h=From; bh=A; b=A\r\n",
  "Sender: anna@example.org\r\n",
  "\r\n ",
  "\r\n\t",
  "example.org",
];

test("no mail that Eve signs and changes is accepted as Anna's, and none causes an error", async () => {
  const random = seededNumbers(20_261_121);
  const eves = ["eve@evil.example", '"Anna" <eve@evil.example>', "Eve (anna@example.org) <eve@evil.example>"];
  const own = eves.map((from) => Buffer.from(signed(mailFrom(from), rsa, { d: "evil.example" })));
  const tricks = TRICKS.map((trick) => Buffer.from(trick));
  const counts = { authentic: 0, unauthentic: 0, unknown: 0, "no-sender": 0 };
  const end = performance.now() + LONGEST_MS;
  for (let i = 0; i < MAILS && performance.now() < end; i++) {
    let mail: Buffer = own[Math.floor(random() * own.length)] ?? Buffer.alloc(0);
    for (let j = Math.floor(random() * 4); j > 0; j--) {
      // Most of it in the header, where authorship is decided.
      const at = Math.floor(random() ** 2 * mail.length);
      mail = Buffer.concat([
        mail.subarray(0, at),
        tricks[Math.floor(random() * tricks.length)] ?? mail,
        mail.subarray(at),
      ]);
    }
    if (random() < 0.3) mail = mutate(mail, tricks, random);
    // She may sign again what she has twisted.
    if (random() < 0.5) mail = Buffer.from(signed(mail.toString("latin1"), rsa, { d: "evil.example" }), "latin1");
    const outcome = await verify(mail, { sender: "eve@evil.example" });
    counts[outcome.is]++;
    if (outcome.is === "authentic")
      expect(outcome.author, mail.toString("latin1")).toMatch(/@(?:[\w.-]+\.)?evil\.example$/);
  }
  expect(counts.authentic).toBeGreaterThan(20);
  expect(counts.unauthentic + counts["no-sender"]).toBeGreaterThan(20);
});
