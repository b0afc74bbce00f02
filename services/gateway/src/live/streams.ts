import type { Readable } from "node:stream";
import {
  type Bus,
  ConcurrencyLimit,
  eventStreams,
  type Journal,
  type Logger,
  openSpan,
  within,
} from "@satchel/chassis";
import {
  Changes,
  EVENT_STREAMS_PER_USER,
  liveSubject,
  partitionOf,
  resumedSubject,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { Value } from "typebox/value";
import { EVENT_ID_MS, HEARTBEAT_MS, LIVE_GATHER_MS, RECONNECT_MS, STREAM_BUFFER_BYTES } from "../limits.ts";
import type { Session } from "../sessions/access-token.ts";
import type { EventIds, ReaderPosition } from "./event-ids.ts";
import { HEARTBEAT, retryFrame } from "./frames.ts";
import { gatherer } from "./gather.ts";
import { missedChanges } from "./missed.ts";
import { isShown, type Positions, projections } from "./positions.ts";
import { Reader } from "./reader.ts";

export interface LiveStreams {
  /**
   * Opens a stream of a user's changes. It ends with the access token; its reader reconnects with a new one.
   * @param lastEventId id of the reader's last event: it receives what changed since. Without a valid one it receives
   * `hello`
   * @throws {SatchelError} `limited` beyond {@link EVENT_STREAMS_PER_USER}, `unavailable` while the bus is away
   */
  open(session: Session, lastEventId?: string): Promise<Readable>;
  /**
   * The id of an event that a user's reader would have received last if it had received all: what the tables show now is
   * what a stream opened with it leaves out. Undefined while positions can't be read, or not at once.
   */
  lastEventId(userId: UserId): Promise<string | undefined>;
  /** Ends all streams, asking their readers to reconnect, and accepts no new ones. */
  close(): void;
}

/** The streams of one user, fed by one subscription. */
interface Audience {
  readonly readers: Set<Reader>;
  leave(reader: Reader): void;
}

interface LiveOptions {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly journal: Pick<Journal, "readUser" | "info">;
  /** The positions of the projections in a partition. */
  readonly positions: (partition: number) => Promise<Positions>;
  readonly ids: EventIds;
  readonly heartbeatMs?: number;
  readonly bufferBytes?: number;
}

export function liveStreams(options: LiveOptions): LiveStreams {
  const { bus, logger, journal, ids, heartbeatMs = HEARTBEAT_MS, bufferBytes = STREAM_BUFFER_BYTES } = options;
  const audiences = new Map<UserId, Audience>();
  // A thousand at once would block bus and database. Accounts take turns: one may have 20 that read 2,000 events each.
  const catchingUp = new ConcurrencyLimit({ concurrency: 1 });
  let closed = false;

  const everyone = (): Reader[] => [...audiences.values()].flatMap(({ readers }) => [...readers]);
  const heartbeat = setInterval(() => everyone().forEach((reader) => reader.write(HEARTBEAT)), heartbeatMs);
  const resumed = bus.nc.subscribe(resumedSubject("*", "*"), {
    callback: (error, { subject }) => {
      const [, projection = "", partition] = subject.split(".");
      if (error !== null || !isShown(projection)) return;
      void catchUp(everyone().filter(({ userId }) => partitionOf(userId) === Number(partition)));
    },
  });
  void catchUpAfterReconnects();

  return {
    open: async ({ userId, expiresAt }, lastEventId) => {
      if (closed || !bus.connected()) throw new SatchelError("unavailable", texts.server.unavailable);
      const audience = audiences.get(userId) ?? gatherAudience(userId);
      if (audience.readers.size >= EVENT_STREAMS_PER_USER) {
        throw new SatchelError("limited", texts.server.tooMany, { retryAfter: heartbeatMs / 1000 });
      }
      const reader = new Reader({
        userId,
        ids,
        position: lastEventId === undefined ? undefined : ids.open(userId, lastEventId),
        bufferBytes,
        onTooSlow: () => logger.info("an event stream was cut off: its reader is too slow"),
      });
      const { stream } = reader;
      audience.readers.add(reader);
      eventStreams.inc();
      const ending = setTimeout(() => finish(reader, audience), expiresAt - Date.now());
      stream.once("close", () => {
        clearTimeout(ending);
        eventStreams.dec();
        audience.leave(reader);
      });
      // The subscription has to be active before the tables are read, so that no later change is missed.
      await bus.nc.flush().catch(() => {
        stream.destroy();
        throw new SatchelError("unavailable", texts.server.unavailable);
      });
      reader.write(retryFrame(RECONNECT_MS));
      await reader.catchUp((position) => searchMissed(userId, position));
      return stream;
    },
    lastEventId: async (userId) => {
      const position = await within(readPosition(userId), EVENT_ID_MS).catch(() => undefined);
      return position === undefined ? undefined : ids.seal(userId, position);
    },
    close: () => {
      closed = true;
      clearInterval(heartbeat);
      resumed.unsubscribe();
      for (const audience of audiences.values()) for (const reader of audience.readers) finish(reader, audience);
    },
  };

  function gatherAudience(userId: UserId): Audience {
    const readers = new Set<Reader>();
    const changes = gatherer(LIVE_GATHER_MS, (gathered) => {
      for (const reader of readers) reader.send(gathered);
    });
    const subscription = bus.nc.subscribe(liveSubject(userId, "*"), {
      callback: (error, message) => {
        const data = error === null ? parse(message.string()) : undefined;
        if (!Value.Check(Changes, data)) return;
        const parent = message.headers?.get("traceparent") || undefined;
        const span = parent === undefined ? undefined : openSpan("live event", { kind: "consumer", parent });
        changes.add(message.subject.split(".")[2] ?? "", data.ids, data.sequence ?? 0);
        span?.end();
      },
    });
    const audience: Audience = {
      readers,
      leave: (reader) => {
        if (!readers.delete(reader) || readers.size > 0) return;
        audiences.delete(userId);
        changes.stop();
        subscription.unsubscribe();
      },
    };
    audiences.set(userId, audience);
    return audience;
  }

  /** What a user's tables show now. */
  async function readPosition(userId: UserId): Promise<ReaderPosition> {
    const [{ created }, positions] = await Promise.all([journal.info(), options.positions(partitionOf(userId))]);
    return { epoch: Date.parse(created), positions };
  }

  /** What changed since a reader's position, as the tables show it. */
  async function searchMissed(userId: UserId, position: ReaderPosition | undefined) {
    try {
      const { epoch, positions: reached } = await readPosition(userId);
      const isKnown =
        position !== undefined &&
        position.epoch === epoch &&
        // Journal or tables were restored to an older state since: the positions are not valid.
        projections.every((name) => position.positions[name] <= reached[name]);
      const missed = isKnown
        ? await catchingUp.run("all", () => missedChanges(journal.readUser, userId, position.positions, reached), {
            owner: userId,
          })
        : undefined;
      return { missed, position: { epoch, positions: reached } };
    } catch (err) {
      logger.warn({ err }, "the missed changes of an event stream can't be read: its page reloads everything");
      return undefined;
    }
  }

  async function catchUp(readers: readonly Reader[]): Promise<void> {
    for (const reader of readers) {
      if (closed) return;
      await reader.catchUp((position) => searchMissed(reader.userId, position));
    }
  }

  /** Announcements during a disconnection from the bus are lost. */
  async function catchUpAfterReconnects(): Promise<void> {
    for await (const { type } of bus.nc.status()) {
      if (type !== "reconnect" || closed) continue;
      await bus.nc.flush().catch(() => undefined);
      void catchUp(everyone());
    }
  }

  function finish(reader: Reader, audience: Audience): void {
    audience.leave(reader);
    // Jitter, so that a thousand pages do not reconnect at once.
    reader.end(retryFrame(RECONNECT_MS * (1 + Math.random())));
  }
}

/** A message's content; undefined when it is no JSON. An exception in a callback would end the connection to the bus. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
