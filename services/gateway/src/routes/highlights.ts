import {
  ChangeHighlight,
  changeHighlight,
  createHighlight,
  DeleteHighlight,
  deleteHighlight,
  exportHighlights,
  type Highlight,
  type HighlightId,
  laterTexts,
  type LinkId,
  listAllHighlights,
  listHighlights,
  MakeHighlight,
  type PayloadOf,
  RestoreHighlight,
  restoreHighlight,
  SatchelError,
  type UserId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance } from "fastify";
import { downloads } from "../export/downloads.ts";
import { type HighlightFormat, writeHighlights } from "../export/highlights.ts";
import type { Parts } from "../http/parts.ts";
import { nextPage, route } from "../http/route.ts";
import { requireLink } from "../queries/require-link.ts";

const FILES: Readonly<Record<HighlightFormat, Parameters<ReturnType<typeof downloads>>[1]>> = {
  jsonld: { name: "satchel-highlights", ending: "jsonld", type: "application/ld+json" },
  markdown: { name: "satchel-highlights", ending: "md", type: "text/markdown; charset=utf-8" },
};

/** The highlights of links. Links of others are answered as ones that do not exist. */
export async function highlightRoutes(app: FastifyInstance, { tables, perform }: Parts): Promise<void> {
  const download = downloads();

  /** @param unseen what is answered while the tables do not show it yet */
  async function highlightOf(userId: UserId, linkId: LinkId, id: HighlightId, unseen?: Highlight): Promise<Highlight> {
    const found = (await tables.findHighlight(userId, linkId, id)) ?? unseen;
    if (found === undefined) throw new SatchelError("not-found", laterTexts.highlights.notFound);
    return found;
  }

  route(app, listHighlights, async ({ userId, params: { id } }) => {
    await requireLink(tables, userId, id);
    return { status: 200, body: await tables.listHighlights(userId, id) };
  });

  route(app, createHighlight, async ({ userId, params: { id: linkId }, body }) => {
    await requireLink(tables, userId, linkId);
    const { quote, position, text_hash, version, color = "yellow", note } = body;
    const make: PayloadOf<typeof MakeHighlight> = {
      userId,
      linkId,
      quote: { prefix: "", suffix: "", ...quote },
      color,
      ...compact({ position, textHash: text_hash, version, note }),
    };
    const { result, headers } = await perform(MakeHighlight, make);
    const unseen = unseenHighlight(result.highlightId, make);
    return { status: 201, body: await highlightOf(userId, linkId, result.highlightId, unseen), headers };
  });

  route(app, changeHighlight, async ({ userId, params: { id: linkId, highlight: highlightId }, body }) => {
    await requireLink(tables, userId, linkId);
    const { headers } = await perform(ChangeHighlight, { userId, linkId, highlightId, ...body });
    return { status: 200, body: await highlightOf(userId, linkId, highlightId), headers };
  });

  route(app, deleteHighlight, async ({ userId, params: { id: linkId, highlight: highlightId } }) => {
    await requireLink(tables, userId, linkId);
    const { headers } = await perform(DeleteHighlight, { userId, linkId, highlightId });
    return { status: 204, body: null, headers };
  });

  route(app, restoreHighlight, async ({ userId, params: { id: linkId, highlight: highlightId } }) => {
    await requireLink(tables, userId, linkId);
    const { headers } = await perform(RestoreHighlight, { userId, linkId, highlightId });
    return { status: 200, body: await highlightOf(userId, linkId, highlightId), headers };
  });

  route(app, listAllHighlights, async ({ userId, query }) => {
    const { highlights, nextCursor } = await tables.listAllHighlights(userId, query);
    return { status: 200, body: highlights, headers: nextPage(nextCursor) };
  });

  route(app, exportHighlights, (call) => {
    const { format } = call.params;
    return download(call, FILES[format], () => writeHighlights(format, tables.exportHighlights(call.userId)));
  });
}

function unseenHighlight(id: HighlightId, make: PayloadOf<typeof MakeHighlight>): Highlight {
  return {
    id,
    link_id: make.linkId,
    quote: make.quote,
    position: make.position ?? null,
    text_hash: make.textHash ?? null,
    version: make.version ?? null,
    color: make.color,
    note: make.note ?? null,
    created_at: new Date().toISOString(),
    changed_at: null,
  };
}
