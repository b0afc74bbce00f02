import { freePort } from "@satchel/testing";
import { afterEach, describe, expect, test } from "vitest";
import { makeCertificate } from "../../test/certificate.ts";
import { type Script, startScriptedSmtp } from "../../test/scripted-smtp.ts";
import { checkServer } from "./mail-server.ts";
import type { Finding } from "./finding.ts";

const HOST = "mail.satchel.example";
const TIMEOUT_MS = 400;
const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

let server: Awaited<ReturnType<typeof startScriptedSmtp>> | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const check = (port: number): Promise<Finding[]> =>
  checkServer({
    host: HOST,
    address: "127.0.0.1",
    port,
    domain: "satchel.example",
    saveAddress: "save@satchel.example",
    timeoutMs: TIMEOUT_MS,
  });
async function findings(script: Script): Promise<Finding[]> {
  server = await startScriptedSmtp(script);
  return check(server.port);
}
const EHLO = (...keywords: string[]): Record<string, string> => ({
  EHLO: ["mail.satchel.example", ...keywords]
    .map((line, n) => `250${n === keywords.length ? " " : "-"}${line}`)
    .join("\r\n"),
});
const all = ["PIPELINING", "8BITMIME", "SIZE", "ENHANCEDSTATUSCODES", "SMTPUTF8"];

describe("a mail server without encryption", () => {
  test("is otherwise fine, and no mail is sent to it", async () => {
    const found = await findings({});
    expect(found.filter(({ result }) => result !== "ok")).toMatchObject([{ check: "STARTTLS", result: "warning" }]);
    expect(server?.received.some((line) => /^(DATA|BDAT|AUTH)/.test(line))).toBe(false);
    expect(server?.received.at(-1)).toBe("QUIT");
  });
});

describe("a mail server", () => {
  test.each<[string, Script, string, string, RegExp]>([
    ["that relays", { answers: { "RCPT TO:<doctor@example.net>": "250 OK" } }, "relay", "wrong", /not its own/],
    ["that relays by %", { answers: { "RCPT TO:<doctor%example.net": "250 OK" } }, "relay", "wrong", /not its own/],
    ["that relays by a route", { answers: { "RCPT TO:<@satchel": "250 OK" } }, "relay", "wrong", /not its own/],
    ["that takes mail for anybody", { answers: { RCPT: "250 OK" } }, "unknown recipient", "wrong", /does not exist/],
    ["that puts strangers off", { answers: { RCPT: "450 4.2.0 later" } }, "unknown recipient", "warning", /deferred/],
    [
      "that refuses the save address",
      { answers: { "RCPT TO:<save@satchel.example>": "550 no" } },
      "save address",
      "wrong",
      /refused: 550/,
    ],
    [
      "that has no postmaster",
      { answers: { "RCPT TO:<postmaster@satchel.example>": "550 no" } },
      "postmaster",
      "warning",
      /not taken/,
    ],
    [
      "that refuses every sender",
      { answers: { MAIL: "451 4.3.0 later" } },
      "save address",
      "unknown",
      /answers MAIL with 451/,
    ],
    ["that reveals who is there", { answers: { VRFY: "250 Save <save@x>" } }, "answers", "warning", /VRFY/],
    ["that lets strangers be others", { answers: EHLO(...all, "XCLIENT ADDR") }, "answers", "warning", /XCLIENT/],
    [
      "that offers sign-in in clear text",
      { answers: EHLO(...all, "AUTH PLAIN") },
      "AUTH",
      "wrong",
      /without encryption/,
    ],
    ["that offers little", { answers: EHLO("PIPELINING") }, "EHLO", "warning", /does not offer 8BITMIME/],
    ["that refuses this machine", { greeting: "554 5.7.1 go away" }, "banner", "wrong", /554 5\.7\.1 go away/],
    ["that does not say its name", { greeting: "220 ***** ready" }, "banner", "warning", /greets as "\*/],
    ["that is a web server", { greeting: "HTTP/1.1 400 Bad Request" }, "dialogue", "wrong", /does not speak SMTP/],
    ["that says nothing", { greeting: "" }, "dialogue", "wrong", /no answer in time/],
    ["that stops answering", { answers: { RCPT: "" } }, "dialogue", "wrong", /no answer in time/],
    ["that talks one letter at a time", { greeting: "", drip: { text: "2", everyMs: 20 } }, "dialogue", "wrong", /./],
    ["that never ends a reply", { greeting: "", drip: { text: "220-x\r\n", everyMs: 1 } }, "dialogue", "wrong", /./],
    [
      "that floods",
      { greeting: "", drip: { text: "220-".padEnd(100_000, "x"), everyMs: 1 } },
      "dialogue",
      "wrong",
      /SMTP/,
    ],
  ])("%s", async (_name, script, kind, result, found) => {
    const some = await findings(script);
    expect(some.filter(({ check: one }) => one === kind)).toMatchObject([
      { result, found: expect.stringMatching(found) },
    ]);
  });

  test("that refuses connections is distinguished from one that can't be reached", async () => {
    expect(await check(await freePort())).toMatchObject([{ check: "connection", result: "wrong" }]);
    const unreachable = {
      address: "255.255.255.255",
      host: HOST,
      domain: "satchel.example",
      saveAddress: "save@satchel.example",
    };
    expect(await checkServer({ ...unreachable, port: 25, timeoutMs: TIMEOUT_MS })).toMatchObject([
      { check: "connection", result: "unknown" },
    ]);
  });
});

describe("encryption", () => {
  const encrypting = EHLO(...all, "STARTTLS");

  test.each([
    ["for another name", makeCertificate("other.example", inDays(90)), "wrong", /not for mail\.satchel/],
    ["that has ended", makeCertificate(HOST, inDays(-1)), "wrong", /ended on/],
    ["that ends soon", makeCertificate(HOST, inDays(5)), "warning", /ends in [45] days/],
    ["that nobody known has signed", makeCertificate(HOST, inDays(90)), "warning", /signed by no authority/],
  ])("with a certificate %s", async (_name, certificate, result, found) => {
    const some = await findings({ certificate, answers: encrypting });
    expect(some.filter(({ check: one }) => one === "certificate")).toMatchObject([
      { result, found: expect.stringMatching(found) },
    ]);
    expect(some).toContainEqual(expect.objectContaining({ check: "STARTTLS", result: "ok" }));
    expect(some).toContainEqual(expect.objectContaining({ check: "relay", result: "ok" }));
  });

  test.each([
    ["is offered and refused", { ...encrypting, STARTTLS: "454 4.7.0 not now" }, /then says 454/],
    ["is offered and is none", encrypting, /fails/],
  ])("that %s", async (_name, answers, found) => {
    expect(await findings({ answers })).toContainEqual(
      expect.objectContaining({ check: "STARTTLS", result: "wrong", found: expect.stringMatching(found) }),
    );
  });

  test("octets from before the handshake do not count after it", async () => {
    const smuggled = `220 Go ahead\r\n250-mail.satchel.example\r\n250 SIZE`;
    const certificate = makeCertificate(HOST, inDays(90));
    const some = await findings({ certificate, answers: { ...encrypting, STARTTLS: smuggled } });
    expect(some).toContainEqual(expect.objectContaining({ check: "save address", result: "ok" }));
    expect(some).toContainEqual(expect.objectContaining({ check: "unknown recipient", result: "ok" }));
  });
});
