import {
  changeKeeping,
  ChangeKeeping,
  changeLinkKeeping,
  ChangeLinkKeeping,
  type CopyId,
  type CopyUse,
  deleteCopy,
  DeleteCopy,
  getArticle,
  getCopyPicture,
  getCopyUse,
  isItem,
  keepAgain,
  KeepAgain,
  laterTexts,
  type LinkId,
  listCopies,
  moveReading,
  MoveReading,
  openCopy,
  restoreCopy,
  RestoreCopy,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { allowedBytes } from "@satchel/archive/queries";
import type { FastifyInstance } from "fastify";
import { withPicturesIn } from "../copies/article-html.ts";
import { copiesOf } from "../copies/of-link.ts";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { requireLink } from "../queries/require-link.ts";

/** Pictures of articles; they never change under their names. */
const PICTURE = {
  "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "cache-control": "private, max-age=31536000, immutable",
};

/** The copies of links: versions, articles, settings. Links of others are answered as ones that do not exist. */
export async function copyRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { tables, perform, copyFiles, addresses, config } = parts;

  const openUrl = (userId: UserId, linkId: LinkId, version: CopyId): string =>
    addresses.pathOf({ userId, linkId, version }, Date.now());

  route(app, listCopies, async ({ userId, params: { id } }) => {
    await requireLink(tables, userId, id);
    return { status: 200, body: await copiesOf(parts, userId, id) };
  });

  route(app, keepAgain, async ({ userId, params: { id } }) => {
    const { url } = await requireLink(tables, userId, id);
    if (isItem(url)) throw new SatchelError("rejected", texts.links.badUrl);
    const { headers } = await perform(KeepAgain, { userId, linkId: id });
    return { status: 202, body: await copiesOf(parts, userId, id), headers };
  });

  route(app, changeLinkKeeping, async ({ userId, params: { id }, body: { is_on: isOn } }) => {
    await requireLink(tables, userId, id);
    const { headers } = await perform(ChangeLinkKeeping, { userId, linkId: id, isOn });
    return { status: 200, body: await copiesOf(parts, userId, id), headers };
  });

  route(app, deleteCopy, async ({ userId, params: { id, version } }) => {
    await requireLink(tables, userId, id);
    const { headers } = await perform(DeleteCopy, { userId, linkId: id, version });
    return { status: 204, body: null, headers };
  });

  route(app, restoreCopy, async ({ userId, params: { id, version } }) => {
    await requireLink(tables, userId, id);
    const { headers } = await perform(RestoreCopy, { userId, linkId: id, version });
    return { status: 200, body: await copiesOf(parts, userId, id), headers };
  });

  route(app, openCopy, async ({ userId, params: { id, version } }) => {
    await tables.findCopy(userId, id, version);
    const location = openUrl(userId, id, version);
    return { status: 302, body: null, headers: { location, "cache-control": "no-store" } };
  });

  route(app, getArticle, async ({ userId, params: { id }, query }) => {
    const { version, keptAt } = await tables.findCopy(userId, id, query.version);
    const [copy, read] = await Promise.all([
      copyFiles.open({ userId, linkId: id, version }),
      tables.readPart(userId, id),
    ]);
    const { article, url, drawn } = copy.manifest;
    const html = copy.files["article.html"]?.toString("utf8");
    if (article === undefined || html === undefined) throw new SatchelError("not-found", laterTexts.copies.noArticle);
    return {
      status: 200,
      body: {
        version,
        kept_at: keptAt,
        open_url: openUrl(userId, id, version),
        url,
        kind: article.kind,
        title: article.title ?? null,
        byline: article.byline ?? null,
        language: article.language ?? null,
        read,
        direction: article.direction,
        words: article.words,
        quality: article.quality,
        extractor: article.extractor,
        html: withPicturesIn(html, `/api/links/${id}/copies/${version}/files/`),
        text: copy.files["text.txt"]?.toString("utf8") ?? "",
        pages: (drawn?.pages ?? []).map(({ name, width, height }) => ({
          url: `/api/links/${id}/copies/${version}/${name}`,
          width,
          height,
        })),
        page_count: drawn?.count ?? 0,
      },
      headers: { "cache-control": "private, no-cache" },
    };
  });

  route(app, moveReading, async ({ userId, params: { id }, body: { read } }) => {
    await requireLink(tables, userId, id);
    const { headers } = await perform(MoveReading, { userId, linkId: id, part: Math.round(read * 1000) });
    return { status: 204, body: null, headers };
  });

  route(app, getCopyPicture, async ({ userId, params: { id, version, name } }) => {
    await tables.findCopy(userId, id, version);
    const copy = await copyFiles.open({ userId, linkId: id, version });
    const file = copy.manifest.files.find((one) => one.name === `files/${name}`);
    const body = copy.files[`files/${name}`];
    if (file === undefined || body === undefined || !file.type.startsWith("image/")) {
      throw new SatchelError("not-found", texts.server.notFound);
    }
    return { status: 200, body, headers: { ...PICTURE, "content-type": file.type } };
  });

  const useOf = async (userId: UserId): Promise<CopyUse> => {
    const { isOn, bytes, copies, quotaMegabytes } = await tables.copyUse(userId);
    return { is_on: isOn, bytes, copies, limit_bytes: allowedBytes(quotaMegabytes, config.COPIES_MB_PER_ACCOUNT) };
  };

  route(app, getCopyUse, async ({ userId }) => ({ status: 200, body: await useOf(userId) }));

  route(app, changeKeeping, async ({ userId, body: { is_on: isOn } }) => {
    const { headers } = await perform(ChangeKeeping, { userId, isOn });
    return { status: 200, body: await useOf(userId), headers };
  });
}
