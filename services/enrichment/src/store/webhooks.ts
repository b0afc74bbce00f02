import { type Bus, openRecords } from "@satchel/chassis";
import { type StoredWebhook, type StoredWebhooks, type UserId, WEBHOOKS } from "@satchel/contracts";

/** The webhooks of accounts, which identity writes. */
export interface WebhookReader {
  list(userId: UserId): Promise<readonly StoredWebhook[]>;
}

export async function openWebhookReader(bus: Bus): Promise<WebhookReader> {
  const records = await openRecords<StoredWebhooks>(bus, WEBHOOKS);
  return { list: async (userId) => (await records.get(userId))?.webhooks ?? [] };
}
