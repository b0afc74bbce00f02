import {
  LINKDING_PICTURES_PER_MINUTE,
  ListApiTokens,
  SatchelError,
  type SessionId,
  texts,
  type TokenId,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { type PictureAnswer, storedPicture } from "../pictures/answers.ts";
import { hostOfIcon, versionIn } from "../pictures/paths.ts";
import type { Bookmark } from "../queries/bookmarks.ts";
import type { Session } from "../sessions/access-token.ts";
import { secretVerifier } from "../sessions/secret-verifier.ts";
import { type AddressedPicture, PICTURE_KINDS, type PictureAddresses, type PictureKind } from "./picture-addresses.ts";

/** The addresses of a bookmark's pictures, each null where there is none. */
export type PictureUrls = (bookmark: Bookmark) => Readonly<Record<PictureKind, string | null>>;

/** Makes the addresses of what an app is shown; a token that may not read gets none. */
export const pictureUrls =
  (addresses: PictureAddresses, origin: string, { userId, sessionId, scopes = [] }: Session): PictureUrls =>
  ({ link }) => {
    const urlOf = (kind: PictureKind, path: string | null): string | null => {
      if (path === null || !scopes.includes("read")) return null;
      const picture = { userId, tokenId: sessionId as string as TokenId, linkId: link.id };
      return `${origin}${addresses.pathOf(picture, kind)}?v=${versionIn(path) ?? ""}`;
    };
    return { favicon: urlOf("favicon", link.favicon_url), preview: urlOf("preview", link.preview_image_url) };
  };

type PicturesDeps = Parts & { readonly pictureAddresses: PictureAddresses };

/** The pictures of bookmarks. The address alone opens one, as long as its API token is there and may read. */
export async function pictureRoutes(app: FastifyInstance, deps: PicturesDeps): Promise<void> {
  const { tables, commands, pictures, pictureAddresses, callerOf, ended } = deps;
  const verify = secretVerifier<TokenRef>({
    form: /^[\da-f-]{36}\.[\da-f-]{36}$/,
    callsPerMinute: LINKDING_PICTURES_PER_MINUTE,
    // Loading a picture is no use of the token: the app's maker may load it by a server of its own.
    ask: async (key) => {
      const [userId, tokenId] = key.split(".") as [UserId, TokenId];
      const { tokens } = (await commands.send(ListApiTokens, { userId })).result;
      const token = tokens.find(({ id }) => id === tokenId);
      if (token === undefined || token.folder_id !== null || !token.scopes.includes("read")) return undefined;
      return { userId, tokenId, expiresAt: token.expires_at === null ? Infinity : Date.parse(token.expires_at) };
    },
    idOf: ({ tokenId }) => tokenId,
    userOf: ({ userId }) => userId,
    recheckedAt: ended.recheckedAt,
    expiresAt: ({ expiresAt }) => expiresAt,
  });

  for (const kind of PICTURE_KINDS) {
    app.get(`/pictures/:sealed/${kind}`, { schema: { hide: true } }, async (request, reply) => {
      reply.headers({ "cache-control": "no-store", "cross-origin-resource-policy": "cross-origin" });
      const picture = pictureAddresses.open((request.params as { readonly sealed: string }).sealed, kind);
      if (picture === undefined) throw noPicture();
      const { userId, tokenId } = picture;
      if (ended.has({ userId, sessionId: tokenId as string as SessionId })) throw noPicture();
      if ((await verify(`${userId}.${tokenId}`, callerOf(request))) === undefined) throw noPicture();
      return app.userLimits.calls.run(userId, async () => {
        const key = await keyOf(picture, kind);
        const isVersioned = typeof (request.query as { readonly v?: unknown }).v === "string";
        const found = await storedPicture(pictures, key, "small", { request, isVersioned });
        if (found === undefined) throw noPicture();
        const { status, headers, body }: PictureAnswer = found;
        return reply
          .code(status)
          .headers(headers ?? {})
          .send(body ?? undefined);
      });
    });
  }

  async function keyOf({ userId, linkId }: AddressedPicture, kind: PictureKind): Promise<string | undefined> {
    if (kind === "preview") return tables.findPreviewKey(userId, linkId);
    const host = hostOfIcon((await tables.findLink(userId, linkId))?.favicon_url ?? null);
    return host === undefined ? undefined : tables.findFaviconKey(userId, host);
  }
}

/** An API token that an address names, and when it expires, in milliseconds since 1970. */
interface TokenRef {
  readonly userId: UserId;
  readonly tokenId: TokenId;
  readonly expiresAt: number;
}

/** The error of an address that opens nothing, whatever is wrong with it. */
const noPicture = (): SatchelError => new SatchelError("not-found", texts.server.notFound);
