import { randomBytes, randomUUID } from "node:crypto";
import { commandClient, createLogger, handler, openRecords, serveCommands } from "@satchel/chassis";
import {
  NoteAttempt,
  type PayloadOf,
  type StoredWebhook,
  type StoredWebhooks,
  type UserId,
  WEBHOOK_EVENTS,
  type WebhookId,
  WEBHOOKS,
} from "@satchel/contracts";
import { atEnd, startHttpServer } from "@satchel/testing";
import type { EnrichmentWorld } from "./running-enrichment.ts";

/** A request as a receiver of webhooks got it. */
export interface ReceivedRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly host: string;
  readonly requests: ReceivedRequest[];
}

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Milliseconds before the answer. */
  readonly after?: number;
}

/** A receiver on loopback; `reply` decides by the request, and the number of those before it. Default: 204. */
export async function startReceiver(
  reply: (request: ReceivedRequest, before: number) => Reply = () => ({}),
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = {
        url: request.url ?? "",
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      const { status = 204, headers = {}, body = "", after = 0 } = reply(received, requests.length);
      requests.push(received);
      setTimeout(() => response.writeHead(status, headers).end(body), after);
    });
  });
  atEnd(server.close);
  return { url: server.url, host: new URL(server.url).host, requests };
}

/** Identity's part: webhooks in its bucket, and what enrichment tells it. */
export async function openWebhookWorld({ bus }: EnrichmentWorld) {
  const records = await openRecords<StoredWebhooks>(bus, WEBHOOKS);
  const told: PayloadOf<typeof NoteAttempt>[] = [];
  const note = handler(NoteAttempt, async (payload) => {
    told.push(payload);
    return { result: { paused: false } };
  });
  const server = await serveCommands(bus, "identity", [note], createLogger("test", "silent"));
  atEnd(() => server.stop());
  return {
    told,
    commands: commandClient(bus, createLogger("test", "silent")),
    /** Makes a webhook of a user, for all events. */
    make: async (userId: UserId, url: string, more: Partial<StoredWebhook> = {}): Promise<StoredWebhook> => {
      const webhook: StoredWebhook = {
        id: randomUUID() as string as WebhookId,
        url,
        events: WEBHOOK_EVENTS,
        withNotes: false,
        secret: `whsec_${randomBytes(32).toString("base64")}`,
        createdAt: Date.now() - 1000,
        locale: "en",
        ...more,
      };
      await records.change(userId, (current = { webhooks: [] }) => ({
        put: { webhooks: [...current.webhooks.filter(({ id }) => id !== webhook.id), webhook] },
        outcome: undefined,
      }));
      return webhook;
    },
  };
}
