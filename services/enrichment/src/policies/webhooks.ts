import { commandClient, openWebhookDeliveries, workQueue } from "@satchel/chassis";
import { contextSubjects, WEBHOOK_ANSWER_BYTES, WEBHOOK_ATTEMPT_MS } from "@satchel/contracts";
import { createPoster } from "../fetching/poster.ts";
import { DELIVERIES, FANNED_OUT_AT_ONCE, SILENT_MS, WEBHOOK_BACKOFF_MS, WEBHOOKS_AT_ONCE } from "../limits.ts";
import { openWebhookReader } from "../store/webhooks.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { fanOutWebhooks } from "./fan-out-webhooks.ts";
import type { ServiceParts } from "./parts.ts";
import { pushNotices } from "./push-notices.ts";

/** Webhooks and notifications: a queue over events for both, and one of deliveries (decisions 86 and 94). */
export async function startWebhooks({ bus, journal, config, logger, now }: ServiceParts) {
  const webhooks = await openWebhookReader(bus, journal);
  const deliveries = await openWebhookDeliveries(bus);
  const poster = createPoster({
    allow: config.WEBHOOK_ALLOW,
    dnsServers: config.DNS_SERVERS,
    userAgent: `Satchel-Webhooks/0.1 (+${new URL("/bot", config.PUBLIC_URL).href})`,
    timeLimitMs: WEBHOOK_ATTEMPT_MS,
    answerBytes: WEBHOOK_ANSWER_BYTES,
  });
  const commands = commandClient(bus, logger);
  const fanOut = fanOutWebhooks({ journal, webhooks, deliveries, now });
  const notices = pushNotices({ journal, commands, poster, logger, now });
  const events = await workQueue({
    journal,
    logger,
    name: "webhook-events",
    subjects: ["links", "enrichment", "archive"].flatMap((context) => contextSubjects(context as "links")),
    // Webhooks are sent what happens after they were made.
    from: "new",
    concurrency: FANNED_OUT_AT_ONCE,
    silentMs: SILENT_MS,
    backoffMs: [WEBHOOK_BACKOFF_MS],
    attempts: DELIVERIES,
    handle: async (event) => {
      const result = await fanOut(event);
      await notices.notify(event);
      return result;
    },
  });
  const sending = deliveries.work({
    logger,
    concurrency: WEBHOOKS_AT_ONCE,
    silentMs: SILENT_MS,
    backoffMs: WEBHOOK_BACKOFF_MS,
    handle: deliverWebhook({ webhooks, deliveries, poster, commands, logger, now }),
  });
  return {
    /** Ends requests in progress, so that their worker can end. */
    stopPosting: async (): Promise<void> => void (await Promise.all([notices.stop(), poster.close()])),
    workers: { "webhook events": events, webhooks: sending },
  };
}
