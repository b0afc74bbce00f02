import { LiveEvent } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { Value } from "typebox/value";

/** What came over an event stream so far. */
interface OpenedStream {
  readonly answer: Response;
  /** The events, each held against the contract. */
  readonly events: LiveEvent[];
  /** Id of the last message, as a browser remembers it. */
  lastEventId(): string;
  /** Everything, as it was written. */
  raw(): string;
  /** Resolves when the server ended the stream. */
  readonly ended: Promise<void>;
  /** Waits for an event. */
  next(matches: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  close(): void;
}

/** Follows an event stream as a browser does (HTML Standard, section 9.2). */
export async function follow(url: string, headers: Record<string, string>, query = ""): Promise<OpenedStream> {
  const abort = new AbortController();
  const answer = await fetch(`${url}/api/events${query}`, { headers, signal: abort.signal });
  const events: LiveEvent[] = [];
  let raw = "";
  let rest = "";
  let lastEventId = "";
  const take = (frame: string): void => {
    const fields = Object.fromEntries(frame.split("\n").map((line) => line.split(/: ?(.*)/s).slice(0, 2)));
    if (fields.id !== undefined) lastEventId = fields.id;
    if (fields.data === undefined) return;
    const event = Value.Parse(LiveEvent, JSON.parse(fields.data));
    if (event.type !== fields.event) throw new Error(`an event called ${fields.event} says ${event.type}`);
    events.push(event);
  };
  const read = async (): Promise<void> => {
    for await (const chunk of answer.body ?? []) {
      const text = Buffer.from(chunk).toString();
      raw += text;
      const frames = (rest + text).split("\n\n");
      rest = frames.pop() ?? "";
      frames.forEach(take);
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
  ended.catch(() => {});
  return {
    answer,
    events,
    lastEventId: () => lastEventId,
    raw: () => raw,
    ended,
    next: (matches) => eventually(() => events.find(matches) ?? false).then((event) => event as LiveEvent),
    close: () => abort.abort(),
  };
}
