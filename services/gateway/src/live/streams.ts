import { Readable } from "node:stream";
import type { Bus, Logger } from "@satchel/chassis";
import {
  Changes,
  EVENT_STREAMS_PER_USER,
  type LiveEvent,
  liveSubject,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { Value } from "typebox/value";
import { HEARTBEAT_MS, LIVE_GATHER_MS, RECONNECT_MS, STREAM_BUFFER_BYTES } from "../limits.ts";
import type { Session } from "../sessions/access-token.ts";
import { frameOf, HEARTBEAT, liveEvents, retryFrame } from "./frames.ts";
import { gatherer } from "./gather.ts";

/** The open event streams of this process. */
export interface LiveStreams {
  /**
   * Opens a stream of what changes for a user. It ends with the access token; its reader comes back with a new one.
   * @throws {SatchelError} `limited` beyond {@link EVENT_STREAMS_PER_USER}, `unavailable` while the bus is away
   */
  open(session: Session): Promise<Readable>;
  /** Ends all streams, telling their readers to come back, and takes no new ones. */
  close(): void;
}

/** The streams of one user, fed by one subscription. */
interface Audience {
  readonly streams: Set<Readable>;
  leave(stream: Readable): void;
}

export interface LiveOptions {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly heartbeatMs?: number;
  readonly bufferBytes?: number;
}

export function liveStreams(options: LiveOptions): LiveStreams {
  const { bus, logger, heartbeatMs = HEARTBEAT_MS, bufferBytes = STREAM_BUFFER_BYTES } = options;
  const audiences = new Map<UserId, Audience>();
  let closed = false;

  const everyone = (frame: string): void => {
    for (const { streams } of audiences.values()) for (const stream of streams) write(stream, frame);
  };
  const heartbeat = setInterval(() => everyone(HEARTBEAT), heartbeatMs);
  void helloAfterReconnect(bus, () => everyone(frameOf({ type: "hello" })));

  return {
    open: async ({ userId, expiresAt }) => {
      if (closed || !bus.connected()) throw new SatchelError("unavailable", texts.server.unavailable);
      const audience = audiences.get(userId) ?? gatherAudience(userId);
      if (audience.streams.size >= EVENT_STREAMS_PER_USER) {
        throw new SatchelError("limited", texts.server.tooMany, { retryAfter: heartbeatMs / 1000 });
      }
      const stream = new Readable({ read: () => {} });
      audience.streams.add(stream);
      const ending = setTimeout(() => finish(stream, audience), expiresAt - Date.now());
      stream.once("close", () => {
        clearTimeout(ending);
        audience.leave(stream);
      });
      // Whatever happens after `hello` must reach this stream: so the subscription has reached the server by then.
      await bus.nc.flush().catch(() => {
        stream.destroy();
        throw new SatchelError("unavailable", texts.server.unavailable);
      });
      write(stream, retryFrame(RECONNECT_MS) + frameOf({ type: "hello" }));
      return stream;
    },
    close: () => {
      closed = true;
      clearInterval(heartbeat);
      for (const audience of audiences.values()) for (const stream of audience.streams) finish(stream, audience);
    },
  };

  function gatherAudience(userId: UserId): Audience {
    const streams = new Set<Readable>();
    const send = (event: LiveEvent): void => {
      const frame = frameOf(event);
      for (const stream of streams) write(stream, frame);
    };
    const changes = gatherer(LIVE_GATHER_MS, (gathered) => liveEvents(gathered).forEach(send));
    const subscription = bus.nc.subscribe(liveSubject(userId, "*"), {
      callback: (error, message) => {
        const data = error === null ? parse(message.string()) : undefined;
        if (Value.Check(Changes, data)) changes.add(message.subject.split(".")[2] ?? "", data.ids);
      },
    });
    const audience: Audience = {
      streams,
      leave: (stream) => {
        if (!streams.delete(stream) || streams.size > 0) return;
        audiences.delete(userId);
        changes.stop();
        subscription.unsubscribe();
      },
    };
    audiences.set(userId, audience);
    return audience;
  }

  /** Writes to a stream, or cuts it off when its reader does not keep up: what waits for it is memory of ours. */
  function write(stream: Readable, frame: string): void {
    if (stream.destroyed || stream.readableEnded) return;
    stream.push(frame);
    if (stream.readableLength <= bufferBytes) return;
    logger.info("an event stream was cut off: its reader is too slow");
    stream.destroy();
  }

  function finish(stream: Readable, audience: Audience): void {
    audience.leave(stream);
    // Spread, so that a thousand pages do not come back in the same moment.
    stream.push(retryFrame(RECONNECT_MS * (1 + Math.random())));
    stream.push(null);
  }
}

/** What was announced while the bus was away is lost, so afterwards every page loads everything once. */
async function helloAfterReconnect(bus: Bus, hello: () => void): Promise<void> {
  for await (const { type } of bus.nc.status()) if (type === "reconnect") hello();
}

/** A message's content; undefined when it is no JSON. What a callback of the bus throws would end the connection. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
