import type { ConsumerInfo } from "@nats-io/jetstream";
import { timeFrom } from "@satchel/chassis";
import { IMPORT_JOBS, JOURNAL, PAGE_JOBS, RETRIES } from "@satchel/contracts";
import { unlessMissing, type World } from "./world.ts";

/** One durable consumer: a queue that the replicas of a service share. */
export interface QueueState {
  readonly name: string;
  readonly stream: string;
  /** Messages that were not delivered yet. */
  readonly waiting: number;
  /** Time of the first of them. */
  readonly waitingSince: Date | undefined;
  /** Messages in progress, or before their next attempt. */
  readonly inHand: number;
  /** Of these, redelivered ones. */
  readonly redelivered: number;
}

const STREAMS = [JOURNAL, IMPORT_JOBS, PAGE_JOBS, RETRIES];

export async function readQueues(world: World): Promise<QueueState[]> {
  const found = await Promise.all(
    STREAMS.map(async (stream) => {
      const consumers = (await unlessMissing(all(world, stream))) ?? [];
      const durable = consumers.filter(({ config }) => config.durable_name !== undefined);
      return Promise.all(durable.map((consumer) => queueOf(world, consumer)));
    }),
  );
  return found.flat().sort((a, b) => a.name.localeCompare(b.name));
}

async function all({ jsm }: World, stream: string): Promise<ConsumerInfo[]> {
  const found: ConsumerInfo[] = [];
  for await (const consumer of jsm.consumers.list(stream)) found.push(consumer);
  return found;
}

async function queueOf(world: World, consumer: ConsumerInfo): Promise<QueueState> {
  const { name, stream_name: stream, num_pending, num_ack_pending, num_redelivered } = consumer;
  return {
    name,
    stream,
    waiting: num_pending,
    waitingSince: num_pending === 0 ? undefined : await firstWaiting(world, consumer),
    inHand: num_ack_pending,
    redelivered: num_redelivered,
  };
}

const firstWaiting = ({ jsm }: World, { stream_name, config, delivered }: ConsumerInfo): Promise<Date | undefined> =>
  timeFrom(jsm, delivered.stream_seq + 1, config.filter_subjects ?? [">"], stream_name);
