import { describe, expect, test } from "vitest";
import { SatchelError, texts, laterTexts } from "@satchel/contracts";
import { answerTo } from "./errors.ts";

describe("the answer to an error", () => {
  test.each([
    ["invalid", 422],
    ["rejected", 400],
    ["not-found", 404],
    ["unauthenticated", 401],
    ["forbidden", 403],
    ["conflict", 409],
    ["taken", 409],
    ["limited", 429],
    ["unavailable", 503],
    ["internal", 500],
    ["full", 507],
  ] as const)("%s is %i with its text", (code, status) => {
    expect(answerTo(new SatchelError(code, "What happened"))).toMatchObject({
      status,
      body: { detail: "What happened" },
    });
  });

  test("429 and 503 say when to come again, in seconds", () => {
    expect(answerTo(new SatchelError("limited", "", { retryAfter: 30 })).headers).toEqual({ "retry-after": "30" });
    expect(answerTo(new SatchelError("unavailable", "")).headers).toEqual({ "retry-after": "1" });
  });

  test("a number that the database refuses as too large is the caller's fault", () => {
    const error = Object.assign(new Error('value "9007199254740993" is out of range for type integer'), {
      code: "22003",
    });
    expect(answerTo(error)).toMatchObject({ status: 422, body: { detail: texts.server.invalid } });
  });

  test("faults of fields are handed on", () => {
    const faults = [{ path: "/email", message: "must be an email address" }];
    expect(answerTo(new SatchelError("invalid", "No", { errors: faults })).body).toEqual({
      detail: "No",
      errors: faults,
    });
  });

  test.each([
    ["a bus that refuses the connection", Object.assign(new Error("connect"), { code: "ECONNREFUSED" })],
    ["a database without a connection in time", new Error("timeout exceeded when trying to connect")],
    ["a database that ends a statement", Object.assign(new Error("statement timeout"), { code: "57014" })],
  ])("%s is 503, and says when to come again", (_what, error) => {
    expect(answerTo(error)).toEqual({
      status: 503,
      body: { detail: texts.server.unavailable },
      headers: { "retry-after": "1" },
    });
  });

  test("nothing of an unknown error is shown", () => {
    const error = Object.assign(new Error("password of the database is x"), { detail: "secret", statusCode: 503 });
    expect(answerTo(error)).toEqual({ status: 500, body: { detail: texts.unexpected }, headers: {} });
    expect(answerTo("thrown text")).toMatchObject({ status: 500 });
    expect(answerTo(null)).toMatchObject({ status: 500 });
  });

  test("what the framework turns away has a text of ours", () => {
    const error = Object.assign(new Error("Body exceeds /internal"), { statusCode: 413 });
    expect(answerTo(error)).toMatchObject({ status: 413, body: { detail: laterTexts.http.tooLarge } });
  });
});
