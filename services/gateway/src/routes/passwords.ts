import {
  changePassword,
  ChangePassword,
  removePassword,
  RemovePassword,
  requestPasswordReset,
  RequestPasswordReset,
  resetPassword,
  ResetPassword,
  setPassword,
  SetPassword,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { publicRoute, route } from "../http/route.ts";
import { userOf } from "./users.ts";

export async function passwordRoutes(app: FastifyInstance, { perform, tables, callerOf }: Parts): Promise<void> {
  route(app, setPassword, async ({ userId, session, body, request }) => {
    const { sessionId } = session;
    const { locale } = callerOf(request);
    const { headers } = await perform(SetPassword, { userId, sessionId, locale, newPassword: body.new_password });
    // The tables may lag; the account has a password now.
    return { status: 200, body: { ...(await userOf(tables, userId)), has_password: true }, headers };
  });

  route(app, changePassword, async ({ userId, session, body, request }) => {
    const { sessionId } = session;
    const { locale, client } = callerOf(request);
    const { old_password: oldPassword, new_password: newPassword } = body;
    const { headers } = await perform(ChangePassword, { userId, sessionId, locale, client, oldPassword, newPassword });
    return { status: 200, body: { ...(await userOf(tables, userId)), has_password: true }, headers };
  });

  route(app, removePassword, async ({ userId, session, body, request }) => {
    const { sessionId } = session;
    const { locale, client } = callerOf(request);
    const { old_password: oldPassword } = body;
    const { headers } = await perform(RemovePassword, { userId, sessionId, locale, client, oldPassword });
    return { status: 204, body: null, headers };
  });

  publicRoute(app, requestPasswordReset, async ({ body, request }) => {
    const { locale, client } = callerOf(request);
    await perform(RequestPasswordReset, { email: body.email, locale, client });
    return { status: 200, body: { status: "reset_sent" as const } };
  });

  publicRoute(app, resetPassword, async ({ body, request }) => {
    const { email, code, new_password: newPassword } = body;
    const { locale, client } = callerOf(request);
    const { headers } = await perform(ResetPassword, { email, code, newPassword, locale, client });
    return { status: 200, body: { status: "password_reset" as const }, headers };
  });
}
