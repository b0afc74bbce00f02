import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { polishReply } from "./replies.ts";

const said = (text: string, verb = "", greeting = false): string =>
  polishReply(`${text}\r\n`, { verb, greeting }).trimEnd();

test("the greeting, the answers to EHLO and HELO, and 354 stay as they are", () => {
  expect(said("220 satchel.example ESMTP Satchel", "", true)).toBe("220 satchel.example ESMTP Satchel");
  for (const verb of ["EHLO", "HELO"])
    expect(said("250 satchel.example Hello", verb)).toBe("250 satchel.example Hello");
  expect(said("501 EHLO requires domain/address", "EHLO")).toBe("501 EHLO requires domain/address");
  expect(said("354 go ahead", "DATA")).toBe("354 go ahead");
});

test("every line of every other answer gets a code of its own class, once", () => {
  expect(said("250 OK", "NOOP")).toBe("250 2.0.0 OK");
  expect(said("250 sender <a@b> OK", "MAIL")).toBe("250 2.1.0 sender <a@b> OK");
  expect(said("501-Command parsing failed\r\n501 Error: x", "MAIL")).toBe(
    "501-5.1.7 Command parsing failed\r\n501 5.1.7 Error: x",
  );
  expect(said("250 2.6.0 The link is saved.", "DATA")).toBe("250 2.6.0 The link is saved.");
  expect(said("421 timeout", "EHLO")).toMatch(/^421 4\.4\.2 /);
  expect(said("599 strange")).toBe("599 5.0.0 strange");
});

test("a number at the beginning of a text is no enhanced code", () => {
  expect(said("250 2.0 is a version", "NOOP")).toBe("250 2.0.0 2.0 is a version");
  expect(said("550 1.2.3 is no class of ours", "RCPT")).toBe("550 5.1.1 1.2.3 is no class of ours");
});

test("permanent faults are refused permanently, where Haraka would defer", () => {
  expect(said("550 Message too big!", "MAIL")).toMatch(/^552 5\.3\.4 /);
  expect(said("521 Command line too long", "MAIL")).toMatch(/^500 5\.5\.2 /);
});

test("the replies of Haraka that we reword are those of the installed version", () => {
  const source = readFileSync(createRequire(import.meta.url).resolve("haraka/connection.js"), "utf8");
  for (const words of [
    "respond(521, 'Command line too long'",
    "'Message too big!'",
    "respond(421, 'timeout'",
    "respond(250, 'Not implemented')",
  ]) {
    expect(source).toContain(words);
  }
});
