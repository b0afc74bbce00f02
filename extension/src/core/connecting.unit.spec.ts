import { expect, test } from "vitest";
import { answerIn, begin, type PendingConnection } from "./connecting.ts";
import { challengeOf } from "./pkce.ts";

const pending: PendingConnection = { server: "https://satchel.example", verifier: "v", state: "right", tabId: 7 };
const done = "https://satchel.example/connect/done";

test("given the example of RFC 7636, appendix B, then the challenge is the one it gives", async () => {
  const challenge = await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  expect(challenge).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

test("given a server, when a connection begins, then the page is told the challenge and the state, never the verifier", async () => {
  const [first, second] = await Promise.all([begin(pending.server, "chrome"), begin(pending.server, "chrome")]);
  const { origin, pathname, searchParams } = new URL(first.page);
  expect([origin, pathname, searchParams.get("client")]).toEqual([pending.server, "/connect", "chrome"]);
  expect(first.verifier).toMatch(/^[\w-]{43}$/);
  expect(first.state).toMatch(/^[\w-]{22}$/);
  expect(searchParams.get("challenge")).toBe(await challengeOf(first.verifier));
  expect(searchParams.get("state")).toBe(first.state);
  expect(first.page).not.toContain(first.verifier);
  expect(second.verifier).not.toBe(first.verifier);
  expect(second.state).not.toBe(first.state);
});

test("given the tab that was opened, when it comes to the end, then its answer is taken", () => {
  expect(answerIn(pending, 7, `${done}#code=abc&state=right`)).toEqual({ code: "abc" });
  expect(answerIn(pending, 7, `${done}#error=access_denied&state=right`)).toEqual({ error: "access_denied" });
});

test.each([
  ["another tab", 8, `${done}#code=abc&state=right`],
  ["another site", 7, "https://satchel.example.evil/connect/done#code=abc&state=right"],
  ["another port", 7, "https://satchel.example:444/connect/done#code=abc&state=right"],
  ["the site without TLS", 7, "http://satchel.example/connect/done#code=abc&state=right"],
  ["another page", 7, "https://satchel.example/connect#code=abc&state=right"],
  ["the answer to another question", 7, `${done}#code=abc&state=wrong`],
  ["an answer without a state", 7, `${done}#code=abc`],
  ["the query instead of the fragment", 7, `${done}?code=abc&state=right`],
  ["no address that may be seen", 7, undefined],
])("given %s, then nothing is taken", (_, tabId, address) => {
  expect(answerIn(pending, tabId, address)).toBeUndefined();
});
