import { listDuplicates, mergeLinks, MergeLinks } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { nextPage, route } from "../http/route.ts";
import { requireLink } from "../queries/require-link.ts";

/** Links that lead to the same page, and merging them. */
export async function duplicateRoutes(app: FastifyInstance, { tables, perform }: Parts): Promise<void> {
  route(app, listDuplicates, async ({ userId, query }) => {
    const { answer, nextCursor } = await tables.listDuplicates(userId, query.cursor);
    return { status: 200, body: answer, headers: nextPage(nextCursor) };
  });

  route(app, mergeLinks, async ({ userId, body }) => {
    const { keep, others, bulk_id } = body;
    const step = bulk_id === undefined ? {} : { bulkId: bulk_id };
    const { result, headers } = await perform(MergeLinks, { userId, keepId: keep, otherIds: others, ...step });
    const failed = result.failed.map(({ linkId, detail }) => ({ id: linkId, detail }));
    const link = await requireLink(tables, userId, keep);
    return { status: 200, body: { link, bulk_id: result.bulkId, merged: result.merged, failed }, headers };
  });
}
