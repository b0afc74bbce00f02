import {
  ChangeSubscription,
  changeSubscription,
  createSubscription,
  deleteSubscription,
  EndSubscription,
  exportSubscriptions,
  FollowFeed,
  laterTexts,
  ListSubscriptions,
  listSubscriptions,
  PreviewFeed,
  previewFeed,
  SatchelError,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance } from "fastify";
import { downloadHeaders } from "../export/downloads.ts";
import { writeOpml } from "../feeds/opml.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { requirePlace } from "../queries/require-folder.ts";

const OPML = { name: "satchel-feeds", ending: "opml", type: "text/x-opml; charset=utf-8" };

/** The feeds that an account follows (decision 87). */
export async function subscriptionRoutes(app: FastifyInstance, { commands, tables }: Parts): Promise<void> {
  route(app, listSubscriptions, async ({ userId }) => {
    const { result } = await commands.send(ListSubscriptions, { userId });
    return { status: 200, body: result };
  });

  route(app, exportSubscriptions, async ({ userId }) => {
    const [{ result }, folders] = await Promise.all([
      commands.send(ListSubscriptions, { userId }),
      tables.listFolders(userId),
    ]);
    const body = writeOpml(result.subscriptions, folders, new Date());
    return { status: 200, body, headers: downloadHeaders(OPML) };
  });

  route(app, previewFeed, async ({ userId, body }) => {
    const { result } = await commands.send(PreviewFeed, { userId, url: body.url });
    return { status: 200, body: result };
  });

  route(app, createSubscription, async ({ userId, body }) => {
    const { url, folder_id: folderId, take = 0 } = body;
    await requirePlace(tables, userId, folderId);
    const { result } = await commands.send(FollowFeed, { userId, url, folderId, take });
    return { status: 201, body: result.subscription };
  });

  route(app, changeSubscription, async ({ userId, params, body }) => {
    const { is_paused: isPaused, folder_id: folderId } = body;
    if (folderId !== undefined) await requirePlace(tables, userId, folderId);
    const { result } = await commands.send(ChangeSubscription, {
      userId,
      subscriptionId: params.id,
      ...compact({ isPaused, folderId }),
    });
    return { status: 200, body: result.subscription };
  });

  route(app, deleteSubscription, async ({ userId, params }) => {
    const { result } = await commands.send(EndSubscription, { userId, subscriptionId: params.id });
    if (!result.ended) throw new SatchelError("not-found", laterTexts.feeds.notFound);
    return { status: 204, body: null };
  });
}
