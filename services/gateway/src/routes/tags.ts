import {
  type BulkAction,
  deleteTag,
  laterTexts,
  listTags,
  renameTag,
  SatchelError,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import type { Tables } from "../queries/tables.ts";
import { changeMany, newBulkId, requireWhole, pagesById } from "./bulk.ts";

/** The tags of a user. Changing one changes every link with it, as a bulk call does. */
export async function tagRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { tables } = parts;
  const change = changeMany(parts);

  const retag = async (userId: UserId, from: string, to: string | null) => {
    const tag = await tables.findTag(userId, from);
    if (tag === undefined) throw new SatchelError("not-found", laterTexts.tags.notFound);
    const action: BulkAction = { kind: "retag", from, to };
    const pages = pagesById((page) => tables.linkIdsWithTag(userId, from, page));
    return requireWhole(await change(userId, newBulkId(), action, pages));
  };

  route(app, listTags, async ({ userId }) => ({ status: 200, body: { tags: await tables.listTags(userId) } }));

  route(app, renameTag, async ({ userId, params, body }) => {
    const name = await targetOf(tables, userId, params.name, body.name);
    const { answer, headers } = await retag(userId, params.name, name);
    return { status: 200, body: { name, changed: answer.changed, bulk_id: answer.bulk_id }, headers };
  });

  route(app, deleteTag, async ({ userId, params }) => {
    const { headers } = await retag(userId, params.name, null);
    return { status: 204, body: null, headers };
  });
}

/** The new name, in the spelling of an existing tag of that name, with which it is then merged. */
async function targetOf(tables: Tables, userId: UserId, from: string, to: string): Promise<string> {
  const name = to.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (name === "") {
    throw new SatchelError("invalid", laterTexts.tags.name, {
      errors: [{ path: "/name", message: laterTexts.tags.name }],
    });
  }
  const [own, other] = await Promise.all([tables.findTag(userId, from), tables.findTag(userId, name)]);
  // If it is the tag itself, its spelling is to be changed.
  return other === undefined || other.name === own?.name ? name : other.name;
}
