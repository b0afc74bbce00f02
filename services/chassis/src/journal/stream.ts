import { setTimeout as delay } from "node:timers/promises";
import {
  DiscardPolicy,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";
import { JOURNAL, JOURNAL_SUBJECTS, PARTITIONS, PARTITIONS_KEY, RESTORING, START_MS } from "@satchel/contracts";
import type { Bus, Streams } from "../bus/connect.ts";
import { ensureStream, findStream } from "../bus/streams.ts";
import type { Logger } from "../logging.ts";
import { WaitLog } from "../waiting.ts";

const NANOS_PER_SECOND = 1_000_000_000;

/**
 * Creates the journal, or checks the existing stream: its subjects, its file storage, no limit that would drop events, and
 * the number of partitions that it was created with.
 * @throws Error when the existing stream could lose events or has another number of partitions, or while a backup is
 * being restored
 */
export async function ensureJournal(bus: Streams): Promise<StreamInfo> {
  await assertRestored(bus.jsm);
  const info = await ensureStream(bus, {
    name: JOURNAL,
    subjects: JOURNAL_SUBJECTS,
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    allow_direct: true,
    // A publish whose acknowledgement was lost is sent again within seconds.
    duplicate_window: 120 * NANOS_PER_SECOND,
    metadata: { [PARTITIONS_KEY]: String(PARTITIONS) },
  });
  checkStream(info.config);
  return info;
}

/** What is restored in part only must not be used, nor backed up. @throws Error while a restore runs or was interrupted */
export async function assertRestored(jsm: JetStreamManager): Promise<void> {
  if ((await findStream(jsm, RESTORING)) === undefined) return;
  throw new Error("A backup is being restored here, or that was broken off: let the restore come to its end");
}

function checkStream(config: StreamConfig): void {
  const partitions = config.metadata?.[PARTITIONS_KEY];
  if (partitions !== String(PARTITIONS)) {
    throw new Error(
      `The journal was made with ${partitions ?? "no"} partitions; this version works with ${PARTITIONS}`,
    );
  }
  const limits = [config.max_age, config.max_msgs, config.max_msgs_per_subject, config.max_bytes];
  const keepsAll = config.storage === StorageType.File && config.retention === RetentionPolicy.Limits;
  if (!keepsAll || limits.some((limit) => limit > 0)) {
    throw new Error(`The stream ${JOURNAL} has a limit or is not kept in files: it would lose events`);
  }
  if (config.subjects.join() !== JOURNAL_SUBJECTS.join()) {
    throw new Error(
      `The stream ${JOURNAL} has the subjects ${config.subjects.join()} and not ${JOURNAL_SUBJECTS.join()}`,
    );
  }
  if (!config.allow_direct) throw new Error(`The stream ${JOURNAL} does not allow direct reads`);
}

/** The part about JetStream of what the monitoring of nats-server answers at `/varz`. */
interface Varz {
  jetstream?: { config?: { sync_always?: boolean; sync_interval?: number } };
}

/** Milliseconds for one answer of the monitoring, and between two attempts. */
const MONITOR_MS = { answer: 5000, retry: 1000 };

/** Reads the monitoring of one server. @throws when it does not answer in time */
export const readVarz = async (monitorUrl: string, timeoutMs: number): Promise<Varz> => {
  const answer = await fetch(new URL("/varz", monitorUrl), { signal: AbortSignal.timeout(timeoutMs) });
  return (await answer.json()) as Varz;
};

/**
 * The answers of the servers' monitoring. Some servers of a cluster may be down: one answer is enough. Without any answer it
 * retries, because the servers may be starting too.
 * @throws Error when no server answered for {@link START_MS}
 */
async function readMonitoring(servers: readonly string[], logger: Logger): Promise<readonly Varz[]> {
  const deadline = performance.now() + START_MS;
  const log = new WaitLog(logger, "waiting for the monitoring of the bus (NATS_MONITOR_URL)");
  for (; ; await delay(MONITOR_MS.retry)) {
    const results = await Promise.allSettled(servers.map((url) => readVarz(url, MONITOR_MS.answer)));
    const answers = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    if (answers.length > 0) return answers;
    if (performance.now() > deadline) {
      const cause = results.find((each) => each.status === "rejected")?.reason as unknown;
      throw new Error(`The monitoring of the NATS server can't be read at ${servers.join(", ")} (NATS_MONITOR_URL)`, {
        cause,
      });
    }
    log.waits({ servers });
  }
}

/**
 * Checks that the server syncs every write to disk before it acknowledges it: by default NATS syncs every two minutes, and
 * a power loss would take acknowledged events with it.
 * @throws Error when it does not sync always, or when that can't be checked and `unchecked` is not set.
 */
export async function assertSyncAlways(bus: Bus, logger: Logger, unchecked: boolean): Promise<void> {
  if (bus.monitorUrl === undefined) {
    if (!unchecked) {
      throw new Error(
        "NATS_MONITOR_URL is not set, so it can't be checked that the server has `sync_interval: always`. " +
          "Set it, or NATS_SYNC_UNCHECKED=true if you checked it yourself",
      );
    }
    logger.warn("sync_interval of the NATS server is not checked");
    return;
  }
  const servers = bus.monitorUrl.split(",").map((url) => url.trim());
  const answers = await readMonitoring(servers, logger);
  if (answers.some(({ jetstream }) => jetstream?.config?.sync_always !== true)) {
    throw new Error(
      "The NATS server does not sync every write (`sync_interval: always` is missing in its jetstream block): " +
        "a power loss would take acknowledged events with it",
    );
  }
}
