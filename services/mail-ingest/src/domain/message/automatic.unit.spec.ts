import { describe, expect, test } from "vitest";
import { hasDoubledField, isSaveAddress, automationSign } from "./automatic.ts";
import type { HeaderField } from "./header.ts";

const fields = (...lines: string[]): HeaderField[] =>
  lines.map((line) => {
    const [name = "", ...value] = line.split(":");
    return { name: name.toLowerCase(), value: value.join(":").trim() };
  });
const received = (count: number) => fields(...Array.from({ length: count }, () => "Received: from a by b"));

describe("a mail is from a person", () => {
  test.each([
    ["with nothing special", []],
    ["that says so", ["Auto-Submitted: no"]],
    ["that says so in capitals, with a comment", ["Auto-Submitted: NO (really)"]],
    ["of the first class", ["Precedence: first-class"]],
    ["with a way to unsubscribe", ["List-Unsubscribe: <https://x.example>"]],
    ["that wants no automatic answers", ["X-Auto-Response-Suppress: All"]],
    ["of several parts", ["Content-Type: multipart/mixed; boundary=report"]],
  ])("%s", (_name, lines) => expect(automationSign(fields(...lines), "anna@example.org")).toBeUndefined());

  test("that came by 50 servers", () => {
    expect(automationSign(received(50), "anna@example.org")).toBeUndefined();
    expect(automationSign(received(51), "anna@example.org")).toBe("loop");
  });
});

describe("a mail is automatic", () => {
  test("from the null sender", () => expect(automationSign([], "")).toBe("automatic"));

  test.each([
    "Auto-Submitted: auto-generated",
    "Auto-Submitted: auto-replied (vacation); owner-email=anna@example.org",
    "Auto-Submitted: Auto-Notified",
    "Auto-Submitted: (comment) auto-replied",
    "Auto-Submitted: something-new",
    "Precedence: bulk",
    "Precedence: LIST",
    "Precedence: junk",
    "List-Id: Our list <list.example.org>",
    "X-Autoreply: yes",
    "X-Autorespond: out of office",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
  ])("with %s", (line) => expect(automationSign(fields(line), "anna@example.org")).toBe("automatic"));
});

describe("the save address itself", () => {
  test.each(["save@satchel.example", "SAVE@Satchel.example", "save+News@satchel.example"])("is %s", (address) =>
    expect(isSaveAddress("save@satchel.example", address)).toBe(true),
  );
  test.each(["saved@satchel.example", "save@example.org", "anna@satchel.example"])("is not %s", (address) =>
    expect(isSaveAddress("save@satchel.example", address)).toBe(false),
  );
});

describe("a doubled field", () => {
  test.each(["Subject", "Message-ID", "Content-Type"])("is a second %s", (name) => {
    expect(hasDoubledField(fields(`${name}: a`, `${name}: b`))).toBe(true);
    expect(hasDoubledField(fields(`${name}: a`))).toBe(false);
  });
  test("is no second Received, To or DKIM-Signature", () => {
    expect(hasDoubledField(fields("Received: a", "Received: b", "DKIM-Signature: a", "DKIM-Signature: b"))).toBe(false);
  });
});
