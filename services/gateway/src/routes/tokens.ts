import {
  CreateApiToken,
  createToken,
  deleteToken,
  EndApiToken,
  laterTexts,
  ListApiTokens,
  listTokens,
  SatchelError,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { requireFolder } from "../queries/require-folder.ts";

/** The API tokens of an account, for its owner (decision 76). */
export async function tokenRoutes(app: FastifyInstance, { tables, commands, callerOf }: Parts): Promise<void> {
  route(app, listTokens, async ({ userId }) => {
    const { result } = await commands.send(ListApiTokens, { userId });
    return { status: 200, body: result };
  });

  route(app, createToken, async ({ session, body, request }) => {
    const { userId, sessionId } = session;
    const { name, scopes, folder_id: folderId = null, expires_in_days: expiresInDays } = body;
    if (folderId !== null) {
      const { search } = await requireFolder(tables, userId, folderId);
      if (search !== null) throw new SatchelError("rejected", laterTexts.tokens.smartFolder);
    }
    const { result } = await commands.send(CreateApiToken, {
      userId,
      sessionId,
      name,
      scopes,
      ...(folderId === null ? {} : { folderId }),
      ...(expiresInDays === undefined ? {} : { expiresInDays }),
      locale: callerOf(request).locale,
    });
    return { status: 201, body: result };
  });

  route(app, deleteToken, async ({ userId, params }) => {
    const { result } = await commands.send(EndApiToken, { userId, tokenId: params.id });
    if (!result.ended) throw new SatchelError("not-found", laterTexts.tokens.notFound);
    return { status: 204, body: null };
  });
}
