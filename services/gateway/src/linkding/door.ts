import { buffer } from "node:stream/consumers";
import { BODY_BYTES, COPY_UPLOAD_BYTES, laterTexts, texts } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { doorOperation, openDoor } from "../http/door.ts";
import { acceptUploads, upload } from "../http/upload.ts";
import { admitApp } from "../sessions/admit-token.ts";
import { presentedToken } from "../sessions/authorization.ts";
import { assetRoutes } from "./assets.ts";
import { bundleRoutes } from "./bundles.ts";
import { type DoorCall, type DoorDeps, type DoorRoute, queryOf } from "./call.ts";
import { Refusal } from "../http/refusal.ts";
import { invalidToken, noCredentials, notFound, sendRefusal } from "./errors.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { Parts } from "../http/parts.ts";
import { feedRoutes } from "./feeds.ts";
import { readFields } from "./fields.ts";
import { openPictureAddresses } from "./picture-addresses.ts";
import { pictureRoutes, pictureUrls } from "./pictures.ts";
import { bookmarkReads } from "./read-bookmarks.ts";
import { tagAndUserRoutes, VERSION } from "./tags-and-user.ts";
import { bookmarkWrites } from "./write-bookmarks.ts";

/** Where the door is: what is typed into an app as the address of a server of linkding, behind this server's origin. */
const PREFIX = "/linkding";

/** Octets of an upload: a page, and the parts of the form around it. */
const UPLOAD_BYTES = COPY_UPLOAD_BYTES + BODY_BYTES;

/**
 * linkding's REST API for the apps, launchers and extensions that speak it (decision 81). They send an API token; each route
 * names the scope that it needs. Errors have linkding's form.
 */
export async function linkdingDoor(app: FastifyInstance, parts: Parts): Promise<void> {
  const deps: DoorDeps = { ...parts, pictureAddresses: openPictureAddresses(parts.config.TOKEN_KEY) };
  await app.register(
    async (door) => {
      openDoor(door, sendRefusal, notFound);
      // As streams, so that a page may take the time that it needs.
      acceptUploads(door, "*");
      const routes = [
        ...bookmarkReads(deps),
        ...bookmarkWrites(deps),
        ...assetRoutes(deps),
        ...tagAndUserRoutes(deps),
        ...bundleRoutes(deps),
      ];
      for (const route of routes) register(door, route, deps);
      refuseOtherMethods(door, routes, (method) => new Refusal(405, { detail: `Method "${method}" not allowed.` }));
    },
    { prefix: `${PREFIX}/api` },
  );
  await app.register(feedRoutes, { ...deps, prefix: PREFIX });
  await app.register(pictureRoutes, { ...deps, prefix: PREFIX });
  await app.register(pages, { prefix: PREFIX });
}

function register(door: FastifyInstance, route: DoorRoute, { pictureAddresses, site }: DoorDeps): void {
  const { method, path, scope, isUpload = false, handler } = route;
  const operation = doorOperation(method, `${PREFIX}/api${path}`, scope);
  door.route({
    method,
    url: path,
    schema: { hide: true },
    exposeHeadRoute: method === "GET",
    ...(isUpload ? { bodyLimit: UPLOAD_BYTES } : {}),
    onRequest: async (request) => {
      if (presentedToken(request.headers.authorization) === undefined) throw noCredentials();
      request.session = await admitApp(request, operation, invalidToken);
    },
    handler: async (request, reply) => {
      const { session } = request;
      if (session === undefined) throw noCredentials();
      const { userId } = session;
      const call: DoorCall = {
        userId,
        session,
        request,
        query: (name) => queryOf(request, name),
        id: (name = "id") => idOf(request, name),
        fields: async (onPiece) =>
          readFields(request.headers["content-type"], await bodyOf(request, isUpload, onPiece)),
        pictures: pictureUrls(pictureAddresses, site.origin, session),
      };
      // An upload takes as long as its sender; uploads have a limit of their own.
      const answer = await (isUpload ? handler(call) : door.userLimits.calls.run(userId, async () => handler(call)));
      reply.code(answer.status);
      if (answer.headers !== undefined) reply.headers(answer.headers);
      return answer.body === undefined ? reply.send() : reply.send(answer.body);
    },
  });
}

async function bodyOf(request: FastifyRequest, isUpload: boolean, onPiece?: (octets: number) => void): Promise<Buffer> {
  if (request.body === undefined || request.body === null) return Buffer.alloc(0);
  const [tooLarge, missing] = [laterTexts.http.tooLarge, texts.server.invalid];
  // A page comes in a form in parts alone: as another form or as JSON it would take seconds to read, for nothing.
  const isPage = isUpload && /^multipart\/form-data\b/i.test(request.headers["content-type"] ?? "");
  return upload(
    request,
    { octets: isPage ? UPLOAD_BYTES : BODY_BYTES, tooLarge, missing, ...compact({ onPiece }) },
    buffer,
  );
}

function idOf({ params }: FastifyRequest, name: "id" | "asset"): number {
  const text = (params as Readonly<Record<string, string>>)[name] ?? "";
  if (!/^\d{1,12}$/.test(text)) throw notFound();
  return Number(text);
}

/** What is outside of linkding's API: its version, and the pages that apps and bookmarklets open. None of them saves anything. */
async function pages(app: FastifyInstance): Promise<void> {
  const redirect = (from: string, to: string, names: Readonly<Record<string, string>>): void => {
    app.get(from, { schema: { hide: true } }, (request, reply): FastifyReply => {
      const query = new URLSearchParams();
      for (const [name, ours] of Object.entries(names)) {
        const value = queryOf(request, name);
        if (value !== undefined) query.set(ours, value);
      }
      // A name without a value, as linkding's bookmarklet sends it.
      if ("auto_close" in (request.query as object) && query.has("url")) query.set("close", "1");
      return reply.redirect(query.size === 0 ? to : `${to}?${query.toString()}`, 302);
    });
  };
  // Libraries ask for it before anything else, without the token.
  app.get("/health", { schema: { hide: true } }, () => ({ version: VERSION, status: "healthy" }));
  redirect("/", "/links", {});
  redirect("/bookmarks", "/links", { q: "q" });
  redirect("/bookmarks/new", "/share", { url: "url", title: "title" });
}
