import {
  addSenderEmail,
  AddSenderAddress,
  confirmSenderEmail,
  ConfirmSenderAddress,
  deleteSenderEmail,
  listSenderEmails,
  RemoveSenderAddress,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { userOf } from "./users.ts";

/** The addresses that links may be mailed from. */
export async function senderEmailRoutes(app: FastifyInstance, { perform, tables, callerOf }: Parts): Promise<void> {
  route(app, listSenderEmails, async ({ userId }) => {
    const { sender_emails } = await userOf(tables, userId);
    return { status: 200, body: { sender_emails } };
  });

  route(app, addSenderEmail, async ({ userId, body, request }) => {
    const { locale } = callerOf(request);
    const { result, headers } = await perform(AddSenderAddress, { userId, email: body.email, locale });
    return { status: result.created ? 201 : 200, body: result.address, headers };
  });

  route(app, confirmSenderEmail, async ({ userId, body }) => {
    const { result, headers } = await perform(ConfirmSenderAddress, { userId, token: body.token });
    return { status: 200, body: result, headers };
  });

  route(app, deleteSenderEmail, async ({ userId, body }) => {
    const { headers } = await perform(RemoveSenderAddress, { userId, email: body.email });
    return { status: 204, body: null, headers };
  });
}
