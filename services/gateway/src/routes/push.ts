import { ChangePush, getPush, ReadPush, startPush, stopPush } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";

/** Notifications to the browser of the caller's session (decision 94). */
export async function pushRoutes(app: FastifyInstance, { commands, callerOf }: Parts): Promise<void> {
  route(app, getPush, async ({ userId, session: { sessionId } }) => {
    const { result } = await commands.send(ReadPush, { userId, sessionId });
    return { status: 200, body: { public_key: result.publicKey, endpoint: result.endpoint } };
  });

  route(app, startPush, async ({ userId, session: { sessionId }, body: subscription, request }) => {
    const { locale } = callerOf(request);
    await commands.send(ChangePush, { userId, sessionId, subscription, locale });
    return { status: 204, body: null };
  });

  route(app, stopPush, async ({ userId, session: { sessionId }, request }) => {
    const { locale } = callerOf(request);
    await commands.send(ChangePush, { userId, sessionId, subscription: null, locale });
    return { status: 204, body: null };
  });
}
