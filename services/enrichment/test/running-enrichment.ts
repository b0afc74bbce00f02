import { randomUUID } from "node:crypto";
import { createLogger } from "@satchel/chassis";
import { type JournalWorld, openJournalWorld } from "@satchel/chassis/test/world.ts";
import { aggregateSubject, type LinkId, type LinkOrigin, type UserId } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import type { EnrichmentConfig } from "../src/config.ts";
import { startEnrichment } from "../src/service.ts";

const logger = createLogger("test", "silent");

/** A NATS server of its own with a journal, for the service that is to run on it. */
export interface EnrichmentWorld extends JournalWorld {
  /** Records that a link was saved. @returns the subject of the events about its page */
  saveLink(userId: UserId, url: string, origin?: LinkOrigin): Promise<string>;
}

/** Starts a NATS server; it ends with the tests of the file. */
export async function openEnrichmentWorld(): Promise<EnrichmentWorld> {
  const world = await openJournalWorld();
  return {
    ...world,
    saveLink: async (userId, url, origin = { kind: "page" }) => {
      const linkId = randomUUID() as LinkId;
      const event = { id: randomUUID(), type: "LinkSaved", data: { url, origin } };
      await world.journal.append({ subject: aggregateSubject(userId, "links", linkId), event, expected: 0 });
      return aggregateSubject(userId, "enrichment", linkId);
    },
  };
}

/**
 * Starts the service; it stops with the tests of the file.
 * @param settings which `host:port` it may fetch although they are on loopback, and what else is not as usual
 */
export async function runEnrichment(
  { nats }: EnrichmentWorld,
  settings: Pick<EnrichmentConfig, "FETCH_ALLOW"> & Partial<EnrichmentConfig>,
): Promise<void> {
  const enrichment = await startEnrichment(
    {
      NATS_URL: nats.url,
      NATS_MONITOR_URL: nats.monitorUrl,
      NATS_REPLICAS: 1,
      NATS_SYNC_UNCHECKED: false,
      LOG_LEVEL: "silent",
      OPERATIONS_HOST: "127.0.0.1",
      SHUTDOWN_SECONDS: 10,
      PUBLIC_URL: "http://satchel.example",
      // Nobody listens there: no test asks the world's name servers.
      DNS_SERVERS: ["127.0.0.1:9"],
      FETCH_AT_ONCE: 8,
      WEBHOOK_ALLOW: [],
      ...settings,
    },
    logger,
  );
  atEnd(() => enrichment.stop());
}
