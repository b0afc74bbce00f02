import { describe, expect, test } from "vitest";
import { correlationFromHeaders, correlationToHeaders, currentCorrelation, withCorrelation } from "./correlation.ts";
import { createLogger } from "./logging.ts";

const fromHeaders = (headers: Record<string, string>) => correlationFromHeaders((name) => headers[name]);

describe("a correlation", () => {
  test("given a correlation, when it is written to headers and read from them, then it is the same", () => {
    const story = { correlationId: "story", causationId: "cause", traceparent: "00-a-b-01" };

    expect(fromHeaders(Object.fromEntries(correlationToHeaders(story)))).toEqual(story);
  });

  test.each(["", "a b", "a\nb", "ä", "x".repeat(201)])("given the unfit id %j, then a new story begins", (id) => {
    const { correlationId } = fromHeaders({ "Satchel-Correlation-Id": id });

    expect(correlationId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("given two concurrent tasks, then each has its own correlation", async () => {
    const seen = await Promise.all(
      ["one", "two"].map((correlationId) =>
        withCorrelation({ correlationId }, async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return currentCorrelation()?.correlationId;
        }),
      ),
    );

    expect(seen).toEqual(["one", "two"]);
    expect(currentCorrelation()).toBeUndefined();
  });
});

describe("the log", () => {
  function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
    let text = "";
    write(createLogger("test", "info", { write: (line) => void (text += line) }));
    return text;
  }

  test("given a secret, when it is logged, then the log does not contain it", () => {
    const fields = { password: "hunter2", body: { code: "hunter2", token: "hunter2", authorization: "hunter2" } };

    expect(logged((logger) => logger.info(fields, "sign-in"))).not.toContain("hunter2");
  });

  test("given work with a correlation, when it logs, then the line has the correlation", () => {
    const text = logged((logger) => withCorrelation({ correlationId: "story" }, () => logger.info("hello")));

    expect(JSON.parse(text)).toMatchObject({ service: "test", level: "info", msg: "hello", correlationId: "story" });
  });

  test("given a level below the configured one, then nothing is written", () => {
    expect(logged((logger) => logger.debug("hello"))).toBe("");
  });
});
