import {
  addPasskey,
  AddPasskey,
  beginPasskey,
  BeginPasskey,
  beginPasskeySignIn,
  BeginPasskeySignIn,
  listPasskeys,
  ListPasskeys,
  removePasskey,
  RemovePasskey,
  signInWithPasskey,
  SignInWithPasskey,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { publicRoute, route } from "../http/route.ts";
import { tokenResponse } from "./auth.ts";

export async function passkeyRoutes(app: FastifyInstance, { commands, cookies, callerOf }: Parts): Promise<void> {
  route(app, listPasskeys, async ({ userId }) => {
    const { result } = await commands.send(ListPasskeys, { userId });
    return { status: 200, body: result };
  });

  route(app, beginPasskey, async ({ userId }) => {
    const { result } = await commands.send(BeginPasskey, { userId });
    return { status: 200, body: result };
  });

  route(app, addPasskey, async ({ userId, body, request }) => {
    const { device, locale } = callerOf(request);
    // The default name is the device's.
    const name = body.name?.trim() || device;
    const { result } = await commands.send(AddPasskey, { userId, name, response: body.response, locale });
    return { status: 201, body: result };
  });

  route(app, removePasskey, async ({ userId, params, request }) => {
    await commands.send(RemovePasskey, { userId, passkeyId: params.id, locale: callerOf(request).locale });
    return { status: 204, body: null };
  });

  publicRoute(app, beginPasskeySignIn, async ({ request }) => {
    const { result } = await commands.send(BeginPasskeySignIn, { client: callerOf(request).client });
    return { status: 200, body: result };
  });

  publicRoute(app, signInWithPasskey, async ({ body, request, reply }) => {
    const { response, stay_logged_in: stayLoggedIn = true } = body;
    const { client, device } = callerOf(request);
    const { result } = await commands.send(SignInWithPasskey, { response, stayLoggedIn, client, device });
    cookies.set(reply, result);
    return { status: 200, body: tokenResponse(result) };
  });
}
