import type { LiveEvent } from "@satchel/contracts";
import { describe, expect, it, vi } from "vitest";
import { eventStream, type Source } from "./stream.ts";

const CONNECTING = 0;
const CLOSED = 2;

class FakeSource implements Source {
  readyState = CONNECTING;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.readyState = CLOSED;
  }
  accept(): void {
    this.#listeners.get("open")?.({} as MessageEvent<string>);
  }
  tell(event: LiveEvent, lastEventId = ""): void {
    this.#listeners.get(event.type)?.({ data: JSON.stringify(event), lastEventId } as MessageEvent<string>);
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.#listeners.get("error")?.({ data: "" } as MessageEvent<string>);
  }
}

function follow(eventId = "") {
  const sources: FakeSource[] = [];
  const since: string[] = [];
  const told: LiveEvent[] = [];
  const waits: number[] = [];
  const checkSession = vi.fn(async () => {});
  const onBroken = vi.fn();
  let fire = (): void => {};
  const stream = eventStream({
    open: (lastEventId) => {
      since.push(lastEventId);
      const source = new FakeSource();
      sources.push(source);
      return source;
    },
    since: eventId,
    onEvent: (event) => told.push(event),
    checkSession,
    onBroken,
    setTimeout: (callback, ms) => {
      waits.push(ms);
      fire = callback;
    },
  });
  stream.open();
  return { sources, since, told, waits, checkSession, onBroken, stream, fire: () => fire() };
}

describe("the stream of live events", () => {
  it("goes on from the event that it is given", () => {
    const { sources, since, fire } = follow("e1");
    sources[0]?.fail(CLOSED);
    fire();
    expect(since[0]).toBe("e1");
  });

  it("tells what the server tells", () => {
    const { sources, told } = follow();
    sources[0]?.tell({ type: "hello" });
    sources[0]?.tell({ type: "account" });
    expect(told).toEqual([{ type: "hello" }, { type: "account" }]);
  });

  it("leaves a broken connection to the browser", () => {
    const { sources, waits } = follow();
    sources[0]?.fail(CONNECTING);
    expect(waits).toEqual([]);
  });

  it("that was refused is opened again after the session was renewed", async () => {
    const { sources, waits, checkSession, fire } = follow();
    sources[0]?.fail(CLOSED);
    expect(waits).toEqual([1000]);
    fire();
    await expect.poll(() => sources).toHaveLength(2);
    expect(checkSession).toHaveBeenCalledOnce();
  });

  it("that is refused again and again is tried ever less often", async () => {
    const { sources, waits, fire } = follow();
    for (let attempt = 1; attempt <= 7; attempt++) {
      sources.at(-1)?.fail(CLOSED);
      fire();
      await expect.poll(() => sources).toHaveLength(attempt + 1);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);

    sources.at(-1)?.accept();
    sources.at(-1)?.fail(CLOSED);
    expect(waits.at(-1)).toBe(1000);
  });

  it("that is opened again says what it heard last", async () => {
    const { sources, since, fire } = follow();
    sources[0]?.tell({ type: "hello" }, "one");
    sources[0]?.tell({ type: "account" }, "two");
    sources[0]?.fail(CLOSED);
    fire();
    await expect.poll(() => since).toEqual(["", "two"]);
  });

  it("that was closed is not opened again", async () => {
    const { sources, stream, fire } = follow();
    sources[0]?.fail(CLOSED);
    stream.close();
    fire();
    await Promise.resolve();
    expect(sources).toHaveLength(1);
  });

  it("that was closed for a while goes on from what it heard last, once", async () => {
    const { sources, since, stream, fire } = follow();
    sources[0]?.tell({ type: "account" }, "two");
    sources[0]?.fail(CLOSED);
    stream.close();
    stream.open();
    stream.open();
    fire();
    await Promise.resolve();
    expect(sources.map(({ readyState }) => readyState)).toEqual([CLOSED, CONNECTING]);
    expect(since).toEqual(["", "two"]);
  });
});
