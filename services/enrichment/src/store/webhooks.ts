import { type Bus, isSuspended, type Journal, openRecords } from "@satchel/chassis";
import { type StoredWebhook, type StoredWebhooks, type UserId, WEBHOOKS } from "@satchel/contracts";

/** The webhooks of accounts, which identity writes. A suspended account has none. */
export interface WebhookReader {
  list(userId: UserId): Promise<readonly StoredWebhook[]>;
}

export async function openWebhookReader(bus: Bus, journal: Pick<Journal, "last">): Promise<WebhookReader> {
  const records = await openRecords<StoredWebhooks>(bus, WEBHOOKS);
  return {
    list: async (userId) => {
      const { webhooks = [] } = (await records.get(userId)) ?? {};
      return webhooks.length === 0 || (await isSuspended(journal, userId)) ? [] : webhooks;
    },
  };
}
