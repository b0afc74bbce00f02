import { getFavicon, getPreview, SatchelError, texts } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { letter, storedPicture } from "../pictures/answers.ts";

/** Previews and icons from this server's store, so that no third party learns what a user saves (decision 26). */
export async function pictureRoutes(app: FastifyInstance, { tables, pictures }: Parts): Promise<void> {
  route(app, getPreview, async ({ userId, params, query, request }) => {
    const key = await tables.findPreviewKey(userId, params.id);
    const shown = await storedPicture(pictures, key, query.size ?? "small", {
      request,
      isVersioned: query.v !== undefined,
    });
    if (shown === undefined) throw new SatchelError("not-found", texts.server.notFound);
    return shown;
  });

  // A host that is not among the caller's own links is answered as one without an icon.
  route(app, getFavicon, async ({ userId, params, query, request }) => {
    const host = params.host.toLowerCase();
    const key = await tables.findFaviconKey(userId, host);
    const isVersioned = query.v !== undefined;
    return (await storedPicture(pictures, key, "small", { request, isVersioned })) ?? letter(host, request);
  });
}
