import {
  deliveryIdOf,
  type HandlerResult,
  type Journal,
  type StoredEvent,
  type WebhookDeliveries,
} from "@satchel/chassis";
import { type AnyEvent, linkOfArchive, type StoredWebhook, type UserId } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { bodyOf, chosenBy, isLeftOut, needsLink, type PayloadLink, payloadOf } from "../domain/webhook-payload.ts";
import { LEFT_OUT_NOTED_MS } from "../limits.ts";
import { linkOf } from "../store/link-of.ts";
import type { WebhookReader } from "../store/webhooks.ts";

interface FanOutDeps {
  readonly journal: Journal;
  readonly webhooks: WebhookReader;
  readonly deliveries: WebhookDeliveries;
  readonly now: () => number;
}

/**
 * Submits a delivery to each webhook of an account that has chosen an event. The id of a delivery follows from event and
 * webhook, so that an event that is handled twice is the same delivery.
 */
export const fanOutWebhooks = ({ journal, webhooks, deliveries, now }: FanOutDeps) => {
  /** When each webhook's log last said that something was left out, so that this does not fill it. */
  const noted = new Map<string, number>();

  async function submit(userId: UserId, webhook: StoredWebhook, event: StoredEvent, body: string, type: string) {
    const key = { userId, webhookId: webhook.id };
    const id = deliveryIdOf(uuidv5(webhook.id, event.id));
    const delivery = { id, type: type as AnyPayloadType, attempt: 1, notBefore: 0, body };
    if (await deliveries.submit(key, delivery)) return;
    const last = noted.get(webhook.id) ?? 0;
    if (now() - last < LEFT_OUT_NOTED_MS) return;
    noted.set(webhook.id, now());
    const at = new Date(now()).toISOString();
    await deliveries.note(key, { id, type: delivery.type, at, attempt: 0, outcome: "left-out", body });
  }

  return async (stored: StoredEvent): Promise<HandlerResult> => {
    const chosen = chosenBy(stored.type);
    const { at } = stored;
    if (chosen === undefined || at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    // The history of another account that is imported.
    if (stored.importedAt !== undefined) return "done";
    const event = { type: stored.type, data: stored.data } as AnyEvent;
    if (isLeftOut(event)) return "done";
    const { userId } = at;
    const wanting = (await webhooks.list(userId)).filter(
      ({ events, paused, createdAt }) =>
        paused === undefined && events.includes(chosen) && createdAt <= stored.time.getTime(),
    );
    if (wanting.length === 0) return "done";
    const linkId = linkOfArchive(at.aggregateId);
    const link = needsLink(event) ? await linkOf(journal, userId, linkId) : { ...UNKNOWN, isImported: false };
    // What follows from an import is not told of either; deleting is the owner's.
    if (link.isImported && (event.type === "PageDescribed" || event.type === "PageKept")) return "done";
    const payload = payloadOf(event, linkId, link);
    if (payload === undefined) return "done";
    for (const webhook of wanting) {
      await submit(userId, webhook, stored, bodyOf(payload, stored.time, webhook.withNotes), payload.type);
    }
    return "done";
  };
};

type AnyPayloadType = Parameters<WebhookDeliveries["submit"]>[1]["type"];

const UNKNOWN: PayloadLink = { url: null, title: null };
