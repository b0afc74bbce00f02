import { CODE_SECONDS, CODE_TRIES } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { issueCode, type MailedCode, verifyCode } from "./mailed-code.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 12);
const VALID_MS = CODE_SECONDS * 1000;
const right = (): boolean => true;
const wrong = (): boolean => false;

let commands = 0;
const issued = (current?: MailedCode, hash = "hash", now = NOW): MailedCode => {
  const issue = issueCode(current, hash, `command ${++commands}`, now);
  if (issue.kind !== "issued") throw new Error("a code was expected");
  return issue.code;
};

const guessed = (code: MailedCode, guesses: number): MailedCode =>
  Array.from({ length: guesses }).reduce<MailedCode>((current) => {
    const { code: next } = verifyCode(current, wrong, "guess", NOW);
    if (next === undefined) throw new Error("a counted guess was expected");
    return next;
  }, code);

describe("asking for a code", () => {
  test("given a code with wrong guesses, when a new one is asked for, then the old one is void and all tries are back", () => {
    const old = guessed(issued(undefined, "old"), CODE_TRIES);
    const code = issued(old, "new", NOW + 1000);

    expect(verifyCode(code, (hash) => hash === "old", "c", NOW + 1000).kind).toBe("rejected");
    expect(verifyCode(code, (hash) => hash === "new", "c", NOW + 1000).kind).toBe("accepted");
  });

  test("given a command that issued a code, when it is sent again, then code and guesses stay, and nothing is counted", () => {
    const first = issueCode(undefined, "hash", "command", NOW);
    if (first.kind !== "issued") throw new Error("a code was expected");
    const guessedAt = guessed(first.code, 2);
    expect(issueCode(guessedAt, "other", "command", NOW + VALID_MS - 1)).toEqual({ kind: "repeated", code: guessedAt });
  });

  test("given a command whose code is not valid any more, when it is sent again, then it gets another one", () => {
    const first = issueCode(undefined, "hash", "command", NOW);
    if (first.kind !== "issued") throw new Error("a code was expected");
    expect(issueCode(first.code, "other", "command", NOW + VALID_MS)).toMatchObject({
      kind: "issued",
      code: { codeHash: "other", issuedAt: NOW + VALID_MS },
    });
  });

  test("given a code that was used, when a new one is asked for, then the new one can be used", () => {
    const used = verifyCode(issued(), right, "first", NOW).code;
    expect(verifyCode(issued(used), right, "second", NOW).kind).toBe("accepted");
  });
});

describe("giving a code", () => {
  test("given no code, when one is given, then it is refused", () => {
    expect(verifyCode(undefined, right, "c", NOW)).toEqual({ kind: "rejected" });
  });

  test("given a code, when it is given in its last millisecond, then it counts; a millisecond later it does not", () => {
    expect(verifyCode(issued(), right, "c", NOW + VALID_MS - 1).kind).toBe("accepted");
    expect(verifyCode(issued(), right, "c", NOW + VALID_MS)).toEqual({ kind: "rejected" });
  });

  test("given one wrong guess less than the limit, when the right code is given, then it counts", () => {
    expect(verifyCode(guessed(issued(), CODE_TRIES - 1), right, "c", NOW).kind).toBe("accepted");
  });

  test("given as many wrong guesses as allowed, when the right code is given, then it is refused", () => {
    expect(verifyCode(guessed(issued(), CODE_TRIES), right, "c", NOW)).toEqual({ kind: "rejected" });
  });

  test("given a used code, when another command gives it, then it is refused", () => {
    const used = verifyCode(issued(), right, "first", NOW).code;
    expect(verifyCode(used, right, "second", NOW)).toEqual({ kind: "rejected" });
  });

  test("given a used code, when the command that used it is sent again, then it still counts", () => {
    const used = verifyCode(issued(), right, "first", NOW).code;
    expect(verifyCode(used, right, "first", NOW).kind).toBe("accepted");
  });

  test("given a code, when it is given, then judging it changes nothing that was passed in", () => {
    const code = Object.freeze(issued());
    expect(verifyCode(code, wrong, "c", NOW)).toEqual({ kind: "rejected", code: { ...code, tries: 1 } });
  });
});
