import {
  DiscardPolicy,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import { JOURNAL, JOURNAL_SUBJECTS, PARTITIONS, PARTITIONS_KEY } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import type { Logger } from "../logging.ts";

/** How the journal is to be made where it does not exist yet. */
export interface StreamOptions {
  /** Copies over the cluster; 1 on a single server. */
  replicas?: number;
}

const NANOS_PER_SECOND = 1_000_000_000;

/**
 * Makes the journal, or checks that the one that stands is ours: its subjects, its file storage, no limit that would
 * drop events, and the number of partitions it was made with.
 * @throws Error when the stream that stands would lose events or was made with another number of partitions.
 */
export async function ensureStream(jsm: JetStreamManager, { replicas = 1 }: StreamOptions = {}): Promise<StreamInfo> {
  const found = await jsm.streams.info(JOURNAL).catch((error: unknown) => {
    if (error instanceof Error && error.name === "StreamNotFoundError") return undefined;
    throw error;
  });
  const info =
    found ??
    (await jsm.streams.add({
      name: JOURNAL,
      subjects: JOURNAL_SUBJECTS,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      num_replicas: replicas,
      allow_direct: true,
      // A publish whose acknowledgement got lost is sent again within seconds; two minutes are plenty.
      duplicate_window: 120 * NANOS_PER_SECOND,
      metadata: { [PARTITIONS_KEY]: String(PARTITIONS) },
    }));
  const { config } = info;
  const partitions = config.metadata?.[PARTITIONS_KEY];
  if (partitions !== String(PARTITIONS)) {
    throw new Error(
      `The journal was made with ${partitions ?? "no"} partitions; this version works with ${PARTITIONS}`,
    );
  }
  if (config.storage !== StorageType.File || config.max_age > 0 || config.max_msgs > 0 || config.max_bytes > 0) {
    throw new Error(`The stream ${JOURNAL} has a limit or is not kept in files: it would lose events`);
  }
  return info;
}

/** What the monitoring of nats-server tells at `/varz` about JetStream. */
interface Varz {
  jetstream?: { config?: { sync_always?: boolean; sync_interval?: number } };
}

/**
 * Makes sure that the server syncs every write to disk before it acknowledges it: by default NATS does so every two
 * minutes, and a power loss takes acknowledged events with it.
 * @throws Error when it does not sync always, or when that can't be found out and `unchecked` is not set.
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
  const answer = await fetch(new URL("/varz", bus.monitorUrl), { signal: AbortSignal.timeout(5000) });
  const config = ((await answer.json()) as Varz).jetstream?.config;
  if (config?.sync_always !== true) {
    throw new Error(
      "The NATS server does not sync every write (`sync_interval: always` is missing in its jetstream block): " +
        "a power loss would take acknowledged events with it",
    );
  }
}
