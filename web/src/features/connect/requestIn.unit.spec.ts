import { expect, test } from "vitest";
import { requestIn, doneAddress, isAgreed } from "./ConnectPage.tsx";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const state = "0123456789_abcdefghi-A";
const search = (changes: Record<string, string | undefined> = {}): string =>
  `?${new URLSearchParams(
    Object.entries({ challenge, state, client: "chrome", ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )}`;

test.each(["chrome", "firefox"] as const)(
  "given the address that the %s extension opens, then it is known what it asks",
  (client) => {
    expect(requestIn(search({ client }))).toEqual({ request: { challenge, client }, state });
  },
);

test.each<[string, string]>([
  ["nothing", ""],
  ["no challenge", search({ challenge: undefined })],
  ["no state", search({ state: undefined })],
  ["no client", search({ client: undefined })],
  ["another client", search({ client: "edge" })],
  ["a short challenge", search({ challenge: challenge.slice(1) })],
  ["a long challenge", search({ challenge: `${challenge}=` })],
  ["a challenge of other characters", search({ challenge: `${challenge.slice(1)}+` })],
  ["a short state", search({ state: state.slice(1) })],
  ["a state with a fragment of its own", search({ state: `${state.slice(5)}&x=1#` })],
  ["a state over two lines", search({ state: `${state}\n` })],
  ["a challenge twice", `${search()}&challenge=${challenge}`],
  ["two clients", `${search()}&client=firefox`],
])("given %s, then nothing is asked", (_, address) => {
  expect(requestIn(address)).toBeUndefined();
});

test("given an answer, then it stands in the fragment of the page that the extension waits for", () => {
  const agreed = new URL(doneAddress({ code: "c-_", state: "other" } as { code: string }, state), "https://a.example");
  expect([agreed.pathname, agreed.search, agreed.hash]).toEqual(["/connect/done", "", `#code=c-_&state=${state}`]);
  expect(isAgreed(agreed.hash)).toBe(true);

  const refused = new URL(doneAddress({ error: "access_denied" }, state), "https://a.example");
  expect(refused.hash).toBe(`#error=access_denied&state=${state}`);
  expect(isAgreed(refused.hash)).toBe(false);
  expect(isAgreed("")).toBe(false);
});
