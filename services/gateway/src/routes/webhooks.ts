import {
  ChangeWebhook,
  changeWebhook,
  CreateWebhook,
  createWebhook,
  deleteWebhook,
  EndWebhook,
  ListDeliveries,
  listDeliveries,
  ListWebhooks,
  listWebhooks,
  ReplayDelivery,
  replayDelivery,
  SatchelError,
  TestWebhook,
  testWebhook,
  texts,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** The webhooks of an account, for its owner (decision 86). */
export async function webhookRoutes(app: FastifyInstance, { commands, callerOf }: Parts): Promise<void> {
  route(app, listWebhooks, async ({ userId }) => {
    const { result } = await commands.send(ListWebhooks, { userId });
    return { status: 200, body: result };
  });

  route(app, createWebhook, async ({ session, body, request }) => {
    const { userId, sessionId } = session;
    const { url, events, with_notes: withNotes = false } = body;
    const { locale } = callerOf(request);
    const { result } = await commands.send(CreateWebhook, { userId, sessionId, url, events, withNotes, locale });
    return { status: 201, body: { ...result.webhook, secret: result.secret } };
  });

  route(app, changeWebhook, async ({ userId, params, body }) => {
    const { events, with_notes: withNotes, is_paused: isPaused } = body;
    const { result } = await commands.send(ChangeWebhook, {
      userId,
      webhookId: params.id,
      ...compact({ events, withNotes, isPaused }),
    });
    return { status: 200, body: result.webhook };
  });

  route(app, deleteWebhook, async ({ userId, params }) => {
    const { result } = await commands.send(EndWebhook, { userId, webhookId: params.id });
    if (!result.ended) throw new SatchelError("not-found", texts.server.notFound);
    return { status: 204, body: null };
  });

  route(app, testWebhook, async ({ userId, params }) => {
    const { result } = await commands.send(TestWebhook, { userId, webhookId: params.id });
    return { status: 202, body: { id: result.deliveryId } };
  });

  route(app, listDeliveries, async ({ userId, params }) => {
    const { result } = await commands.send(ListDeliveries, { userId, webhookId: params.id });
    return { status: 200, body: result };
  });

  route(app, replayDelivery, async ({ userId, params }) => {
    const asked = { userId, webhookId: params.id, deliveryId: params.delivery };
    const { result } = await commands.send(ReplayDelivery, asked);
    return { status: 202, body: { id: result.deliveryId } };
  });
}
