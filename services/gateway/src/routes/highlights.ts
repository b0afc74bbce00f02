import { Readable } from "node:stream";
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
import { exportStreams } from "../export/export-stream.ts";
import { type HighlightFormat, writeHighlights } from "../export/highlights.ts";
import type { Parts } from "../http/parts.ts";
import { nextPage, route } from "../http/route.ts";
import { requireLink } from "../queries/require-link.ts";

const FILES: Readonly<Record<HighlightFormat, { readonly type: string; readonly ending: string }>> = {
  jsonld: { type: "application/ld+json", ending: "jsonld" },
  markdown: { type: "text/markdown; charset=utf-8", ending: "md" },
};

/** Opened in the browser in spite of its disposition, a file with foreign texts runs nothing. */
const POLICY = "sandbox; default-src 'none'";

/** The highlights of links. Links of others are answered as ones that do not exist. */
export async function highlightRoutes(app: FastifyInstance, { tables, perform }: Parts): Promise<void> {
  const streamOf = exportStreams();

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

  route(app, exportHighlights, async ({ userId, params: { format }, request }) => {
    const { type, ending } = FILES[format];
    const headers = {
      "content-type": type,
      "content-disposition": `attachment; filename="satchel-highlights-${new Date().toISOString().slice(0, 10)}.${ending}"`,
      "content-security-policy": POLICY,
    };
    if (request.method === "HEAD") return { status: 200, body: Readable.from([]) as never, headers };
    const pieces = writeHighlights(format, tables.exportHighlights(userId));
    return { status: 200, body: streamOf(userId, pieces) as never, headers };
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
