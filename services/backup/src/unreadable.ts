import { jetstream, type JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { messageFrom } from "@satchel/chassis";

/** Messages that are requested together; their contents stay at the server. */
const BATCH = 500;
/**
 * Milliseconds without any of them after which the server is asked whether there are more: it skips what it can't read. In a
 * cluster the copy that is read may lag for a moment.
 */
const SILENT_MS = 10_000;

/**
 * Has the server read every message of a stream, by its checksum.
 * Its own check before a snapshot (`jsck`) is no way to do that: at the first damaged message it gives up all that
 * follows in the same file, and cuts it off (nats-server 2.10.27, filestore.go, rebuildState).
 * @throws Error when there are messages that can't be read
 */
export async function assertReadable(nc: NatsConnection, jsm: JetStreamManager, name: string): Promise<void> {
  const { state } = await jsm.streams.info(name);
  if (state.messages === 0) return;
  const newest = await jsm.streams.getMessage(name, { last_by_subj: ">" }).catch(() => null);
  const { missing, read } = await readAll(nc, jsm, name, { from: state.first_seq, to: newest?.seq ?? state.last_seq });
  if (read === state.messages) return;
  // Afterwards: what was removed meanwhile is not missing.
  const after = (await jsm.streams.info(name, { deleted_details: true })).state;
  const removed = new Set(after.deleted);
  const unreadable = missing.flatMap(({ from, to }) => {
    const found: number[] = [];
    for (let at = Math.max(from, after.first_seq); at <= to; at++) if (!removed.has(at)) found.push(at);
    return found;
  });
  if (unreadable.length === 0) return;
  throw new Error(
    `${unreadable.length} of ${state.messages} messages of ${name} can't be read, the first at ${unreadable[0]}: the ` +
      "disk of the bus is damaged. Do not rebuild tables; see docs/operations/backup.md, A damaged disk",
  );
}

/** Sequences from one to another, both included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Reads the messages of a range: the ranges that did not come, and how many messages did. */
async function readAll(nc: NatsConnection, jsm: JetStreamManager, name: string, { from: first, to: last }: Range) {
  const consumer = await jetstream(nc).consumers.get(name, { headers_only: true });
  const missing: Range[] = [];
  let [at, read, isEnd] = [first - 1, 0, false];
  try {
    while (!isEnd) {
      const before = at;
      for await (const { seq } of await consumer.fetch({ max_messages: BATCH, expires: SILENT_MS })) {
        if (seq > last) {
          isEnd = true;
          break;
        }
        if (seq > at + 1) missing.push({ from: at + 1, to: seq - 1 });
        at = seq;
        read++;
        isEnd = at === last;
        if (isEnd) break;
      }
      isEnd ||= at === before && !(await isReadable(jsm, name, { from: at + 1, to: last }));
    }
  } finally {
    await consumer.delete().catch(() => false);
  }
  if (at < last) missing.push({ from: at + 1, to: last });
  return { missing, read };
}

/**
 * Whether the next message of a range can be read: then the server was only slow.
 * @throws Error when the server does not answer
 */
async function isReadable(jsm: JetStreamManager, name: string, { from, to }: Range): Promise<boolean> {
  const next = await messageFrom(jsm, from, ">", name);
  return next !== undefined && next.seq <= to;
}
