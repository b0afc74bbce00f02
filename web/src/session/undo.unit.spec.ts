import { configureStore } from "@reduxjs/toolkit";
import { texts } from "@satchel/contracts";
import i18next from "i18next";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { RootState } from "../kit/state.ts";
import { session, signedIn, signedOut } from "./session.slice.ts";
import { toasts } from "../kit/toasts.slice.ts";
import { offerUndo, undo, undoLatest } from "./undo.slice.ts";
import { undoable } from "./undo.slice.ts";

beforeAll(() =>
  i18next.init({ lng: "en", resources: { en: { undo: { working: "Undoing: {{text}}", done: "Undone" } } } }),
);

/** A store with no more than what undoing needs. */
const startStore = () => {
  const store = configureStore({
    reducer: { undo: undoable.reducer, toasts: toasts.reducer, session: session.reducer },
  });
  const state = () => store.getState() as unknown as RootState;
  const run = <Result>(thunk: unknown): Result => store.dispatch(thunk as never) as Result;
  return {
    store,
    run,
    offers: () => state().undo.offers.map(({ text }) => text),
    offerOf: (text: string) => state().undo.offers.find((offer) => offer.text === text) ?? { id: 0, text },
    errors: () => state().toasts.shown.flatMap(({ kind, text }) => (kind === undefined ? [text] : [])),
    notes: () => state().toasts.shown.flatMap(({ kind, text }) => (kind === undefined ? [] : [`${kind} ${text}`])),
  };
};

describe("what can be taken back", () => {
  it("is offered until it is taken back, once", async () => {
    const { run, offers, offerOf } = startStore();
    const takeBack = vi.fn(async () => undefined);
    run(offerUndo("Link deleted", takeBack));
    expect(offers()).toEqual(["Link deleted"]);
    const offer = offerOf("Link deleted");
    await run(undo(offer));
    await run(undo(offer));
    expect(takeBack).toHaveBeenCalledTimes(1);
    expect(offers()).toEqual([]);
  });

  it("is the last one for whoever presses the key", async () => {
    const { run, offers } = startStore();
    const done: string[] = [];
    for (const text of ["first", "second"]) run(offerUndo(text, async () => done.push(text)));
    await run(undoLatest());
    expect(done).toEqual(["second"]);
    await run(undoLatest());
    await run(undoLatest());
    expect(done).toEqual(["second", "first"]);
    expect(offers()).toEqual([]);
  });

  it("stands with two others at most", () => {
    const { run, offers } = startStore();
    for (const text of ["1", "2", "3", "4"]) run(offerUndo(text, async () => undefined));
    expect(offers()).toEqual(["2", "3", "4"]);
  });

  it("that can't be taken back any more is told so, as is any other failure", async () => {
    const { run, errors, offerOf } = startStore();
    const failing = (status: number) => () => Promise.reject(Object.assign(new Error(), { status, detail: "no" }));
    run(offerUndo("late", failing(404)));
    run(offerUndo("broken", failing(500)));
    await run(undo(offerOf("late")));
    expect(errors()).toEqual([texts.links.undone]);
    await run(undo(offerOf("broken")));
    expect(errors()).toEqual([texts.links.undone, texts.unexpected]);
  });

  it("is said to be in progress while it takes long, and to be done", async () => {
    vi.useFakeTimers();
    const { run, notes, offerOf } = startStore();
    let resolve = (): void => undefined;
    const takeBack = () => new Promise<void>((done) => void (resolve = done));
    run(offerUndo("5,000 links tagged", takeBack));
    const undone = run<Promise<void>>(undo(offerOf("5,000 links tagged")));
    expect(notes()).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(notes()).toEqual(["work Undoing: 5,000 links tagged"]);
    resolve();
    await undone;
    expect(notes()).toEqual(["note Undone"]);
    vi.useRealTimers();
  });

  it("goes with the session", () => {
    const { store, run, offers } = startStore();
    run(offerUndo("Link deleted", async () => undefined));
    store.dispatch(signedOut());
    expect(offers()).toEqual([]);
  });

  it("is not offered by an action whose answer comes after the session has ended", () => {
    const { store, run, offers } = startStore();
    store.dispatch(signedIn());
    store.dispatch(signedOut());
    run(offerUndo("“Letter from the bank” moved to Money", async () => undefined));
    expect(offers()).toEqual([]);
    store.dispatch(signedIn());
    run(offerUndo("Link deleted", async () => undefined));
    expect(offers()).toEqual(["Link deleted"]);
  });
});

describe("what is kept of the offers", () => {
  it.each(["{", "7", '{"at":9999999999999}', '{"at":9999999999999,"offers":[null]}'])(
    "is none where it reads %s: the page starts",
    (text) => {
      vi.stubGlobal("sessionStorage", { getItem: () => text });
      expect(undoable.getInitialState().offers).toEqual([]);
      vi.unstubAllGlobals();
    },
  );
});
