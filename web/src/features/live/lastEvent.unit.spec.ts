import { beforeEach, expect, test, vi } from "vitest";
import { beginSessionHint, forgetSession } from "../../session/flags.ts";
import { resumableEventId, storeLastEvent, type PageClocks } from "./stream.ts";

const NOON = 1_795_000_000_000;

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  beginSessionHint(true);
});

/** A page whose first request went out so many milliseconds after noon, two seconds ago. */
const pageFrom = (ms: number): PageClocks => ({ now: () => NOON + ms + 2000, began: NOON + ms, elapsed: () => 2000 });
const hearAtNoon = (id = "e1") => storeLastEvent(id, { ...pageFrom(0), now: () => NOON });

test("given an event was heard well before a page began, then the page goes on from it", () => {
  hearAtNoon();
  expect(resumableEventId(pageFrom(60_000))).toBe("e1");
});

test("given nothing was heard, then there is nothing to go on from", () => {
  expect(resumableEventId(pageFrom(60_000))).toBe("");
});

test("given another tab heard something while a page loaded, or just before, then the page does not go on from it", () => {
  hearAtNoon();
  for (const ms of [-1500, 0, 9_000]) expect(resumableEventId(pageFrom(ms))).toBe("");
});

test("given the clock was set back while a page loaded, then what another tab heard after that counts for nothing", () => {
  // Began at noon and 20 s by a clock that is 20 s fast; set right a second later, then heard.
  hearAtNoon();
  expect(resumableEventId({ now: () => NOON + 1000, began: NOON + 20_000, elapsed: () => 2000 })).toBe("");
});

test("given another session, then it starts without", () => {
  hearAtNoon();
  beginSessionHint(true);
  expect(resumableEventId(pageFrom(60_000))).toBe("");
});

test.each(["null", "{", "[]", '{"id":7}'])(
  "given somebody wrote %s in its place, then it starts without",
  (written) => {
    localStorage.setItem("satchel.heard", written);
    expect(resumableEventId(pageFrom(60_000))).toBe("");
  },
);

test("given the session is over, then nothing of it is left", () => {
  hearAtNoon();
  forgetSession();
  expect(localStorage.getItem("satchel.heard")).toBeNull();
});
