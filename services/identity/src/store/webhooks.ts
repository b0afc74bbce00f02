import { type Bus, openRecords, openWebhookDeliveries, type WebhookDeliveries } from "@satchel/chassis";
import { type StoredWebhook, type StoredWebhooks, type UserId, type WebhookId, WEBHOOKS } from "@satchel/contracts";
import { findWebhook, withWebhook } from "../domain/webhook.ts";

/** The webhooks of all users, each with what waits for it and its log. */
export interface Webhooks {
  readonly deliveries: WebhookDeliveries;
  /** Those of a user, the newest first. */
  list(userId: UserId): Promise<StoredWebhook[]>;
  find(userId: UserId, webhookId: WebhookId): Promise<StoredWebhook | undefined>;
  /** Adds a webhook, or replaces one of the same id, unless the user has `perUser` others. @returns whether it was added */
  add(userId: UserId, webhook: StoredWebhook, perUser: number): Promise<boolean>;
  /** Changes a webhook. @returns it before and after; undefined where there is none */
  change(
    userId: UserId,
    webhookId: WebhookId,
    next: (webhook: StoredWebhook) => StoredWebhook,
  ): Promise<{ readonly before: StoredWebhook; readonly after: StoredWebhook } | undefined>;
  /** Ends a webhook. @returns whether there was one */
  end(userId: UserId, webhookId: WebhookId): Promise<boolean>;
  endAll(userId: UserId): Promise<void>;
}

/** Opens the bucket of webhooks, one record for each user, and the streams of deliveries. */
export async function openWebhooks(bus: Bus): Promise<Webhooks> {
  const records = await openRecords<StoredWebhooks>(bus, WEBHOOKS);
  const deliveries = await openWebhookDeliveries(bus);

  const webhooks: Webhooks = {
    deliveries,
    list: async (userId) => {
      const { webhooks: all } = (await records.get(userId)) ?? { webhooks: [] };
      return all.toSorted((a, b) => b.createdAt - a.createdAt);
    },
    find: async (userId, webhookId) => findWebhook(await records.get(userId), webhookId),
    add: (userId, webhook, perUser) =>
      records.change(userId, (current) => {
        const others = withWebhook(current, webhook.id, undefined).webhooks.length;
        if (others >= perUser) return { outcome: false };
        return { put: withWebhook(current, webhook.id, webhook), outcome: true };
      }),
    change: (userId, webhookId, next) =>
      records.change(userId, (current) => {
        const before = findWebhook(current, webhookId);
        if (before === undefined) return { outcome: undefined };
        const after = next(before);
        const outcome = { before, after };
        return after === before ? { outcome } : { put: withWebhook(current, webhookId, after), outcome };
      }),
    end: async (userId, webhookId) => {
      const ended = await records.change(userId, (current) => {
        if (findWebhook(current, webhookId) === undefined) return { outcome: false };
        return { put: withWebhook(current, webhookId, undefined), outcome: true };
      });
      // Also where there was none: a call that was interrupted is completed.
      await deliveries.remove({ userId, webhookId });
      return ended;
    },
    endAll: async (userId) => {
      for (const { id } of await webhooks.list(userId)) await webhooks.end(userId, id);
      await records.remove(userId);
    },
  };
  return webhooks;
}
