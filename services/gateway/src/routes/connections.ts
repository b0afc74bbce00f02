import {
  createConnection,
  GrantConnection,
  refreshConnection,
  RefreshConnection,
  tradeConnectionCode,
  TradeConnectionCode,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { publicRoute, route } from "../http/route.ts";

/** How a browser extension gets a session of its own, without cookies (decision 30). */
export async function connectionRoutes(app: FastifyInstance, { commands, callerOf }: Parts): Promise<void> {
  route(app, createConnection, async ({ session, body, request }) => {
    const { userId, sessionId } = session;
    const { challenge, client: browser } = body;
    const { locale } = callerOf(request);
    const { result } = await commands.send(GrantConnection, { userId, sessionId, challenge, browser, locale });
    return { status: 201, body: { code: result.code, expires_in: result.codeSeconds } };
  });

  publicRoute(app, tradeConnectionCode, async ({ body, request }) => {
    const { code, verifier } = body;
    const { client } = callerOf(request);
    const { result } = await commands.send(TradeConnectionCode, { code, verifier, client });
    const { refreshToken: refresh_token, email } = result;
    return { status: 200, body: { ...accessOf(result), refresh_token, email } };
  });

  publicRoute(app, refreshConnection, async ({ body }) => {
    const { result } = await commands.send(RefreshConnection, { refreshToken: body.refresh_token });
    return { status: 200, body: accessOf(result) };
  });
}

/** RFC 6749 section 5.1. */
const accessOf = ({ accessToken, accessSeconds }: { accessToken: string; accessSeconds: number }) => ({
  access_token: accessToken,
  token_type: "bearer" as const,
  expires_in: accessSeconds,
});
