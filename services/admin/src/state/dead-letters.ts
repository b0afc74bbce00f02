import { JetStreamApiError, type StoredMsg } from "@nats-io/jetstream";
import { messageFrom } from "@satchel/chassis";
import { DEAD_LETTERS, type DeadLetter, deadLetterSubject, RETRIES, retrySubject } from "@satchel/contracts";
import { LETTERS } from "../limits.ts";
import { unlessMissing, type World } from "./world.ts";

export interface LetterState extends DeadLetter {
  /** Sequence of the letter. */
  readonly id: number;
  readonly queue: string;
  readonly time: Date;
  readonly isRetried: boolean;
}

export interface Letters {
  readonly total: number;
  /** The oldest of them, {@link LETTERS} at most. */
  readonly first: readonly LetterState[];
}

export async function readLetters({ jsm }: World): Promise<Letters> {
  const info = await unlessMissing(jsm.streams.info(DEAD_LETTERS));
  if (info === undefined) return { total: 0, first: [] };
  const retries = await unlessMissing(jsm.streams.info(RETRIES, { subjects_filter: ">" }));
  const retrySubjects = new Set(Object.keys(retries?.state.subjects ?? {}));
  const first: LetterState[] = [];
  for (let seq = info.state.first_seq; first.length < LETTERS && seq <= info.state.last_seq; seq++) {
    const message = await messageFrom(jsm, seq, deadLetterSubject("*", "*"), DEAD_LETTERS);
    if (message === undefined) break;
    const queue = queueOf(message);
    const isRetried = retrySubjects.has(retrySubject(queue, message.seq));
    first.push({ ...message.json<DeadLetter>(), id: message.seq, queue, time: message.time, isRetried });
    seq = message.seq;
  }
  return { total: info.state.messages, first };
}

const queueOf = ({ subject }: StoredMsg): string => subject.split(".")[1] ?? "";

const find = async ({ jsm }: World, id: number): Promise<StoredMsg | undefined> =>
  (await unlessMissing(jsm.streams.getMessage(DEAD_LETTERS, { seq: id }))) ?? undefined;

/**
 * Submits a retry of a dead letter to the service of its queue.
 * @returns false where there is no such letter any more
 */
export async function retryLetter(world: World, id: number): Promise<boolean> {
  const letter = await find(world, id);
  if (letter === undefined) return false;
  await world.js.publish(retrySubject(queueOf(letter), id), "").catch((error: unknown) => {
    // A retry waits already.
    if (!(error instanceof JetStreamApiError && error.message.includes("per subject"))) throw error;
  });
  return true;
}

/** Removes a dead letter. @returns false where there is no such letter any more */
export async function discardLetter(world: World, id: number): Promise<boolean> {
  if ((await find(world, id)) === undefined) return false;
  return world.jsm.streams.deleteMessage(DEAD_LETTERS, id);
}
