import { CONNECTION_CODE_SECONDS, type SessionId, type UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { type ConnectionCode, tradeCode } from "./connection-code.ts";

const NOW = Date.UTC(2026, 10, 22, 10, 12);
const issued: ConnectionCode = {
  userId: "6f9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b11" as UserId,
  sessionId: "0d9b5d0e-3a53-4b07-9d0c-0a4f8f0a3b22" as SessionId,
  challenge: "right",
  browser: "firefox",
  locale: "en",
  issuedAt: NOW,
};
const spent: ConnectionCode = { ...issued, spentBy: "first" };

describe("trading a code in", () => {
  test("given a fresh code, when the right verifier comes with it, then it is accepted and spent", () => {
    expect(tradeCode(issued, "right", "first", NOW + 1000)).toEqual({ kind: "accepted", code: spent });
  });

  test("given a fresh code, when a wrong verifier comes with it, then it is refused, and the right one is too late", () => {
    const wrong = tradeCode(issued, "wrong", "first", NOW);
    expect(wrong).toEqual({ kind: "refused", code: spent });
    expect(tradeCode(spent, "right", "second", NOW).kind).toBe("reused");
  });

  test.each([
    [CONNECTION_CODE_SECONDS * 1000 - 1, "accepted"],
    [CONNECTION_CODE_SECONDS * 1000, "refused"],
  ])("given a code that is %i ms old, then it is %s", (age, kind) => {
    expect(tradeCode(issued, "right", "first", NOW + age).kind).toBe(kind);
  });

  test("given no code, then it is refused and nothing is written", () => {
    expect(tradeCode(undefined, "right", "first", NOW)).toEqual({ kind: "refused" });
  });
});

describe("a spent code", () => {
  test("given its verifier again, then the result names the first use, whose session must end", () => {
    const code = { ...spent, reused: true };
    expect(tradeCode(spent, "right", "second", NOW + 1)).toEqual({ kind: "reused", spentBy: "first", code });
  });

  test("given a wrong verifier, then it is refused and nothing changes", () => {
    expect(tradeCode(spent, "wrong", "second", NOW + 1)).toEqual({ kind: "refused" });
  });

  test("given the command that spent it is sent again, then it is accepted once more, however late", () => {
    const late = NOW + CONNECTION_CODE_SECONDS * 1000;
    expect(tradeCode(spent, "right", "first", late)).toEqual({ kind: "accepted", code: spent });
  });

  test("given somebody else used it meanwhile, when the command that spent it is sent again, then it is refused", () => {
    expect(tradeCode({ ...spent, reused: true }, "right", "first", NOW)).toEqual({ kind: "refused" });
  });
});
