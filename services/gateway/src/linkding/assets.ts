import { type CopyId, DeleteCopy, type LinkId } from "@satchel/contracts";
import { PDF } from "@satchel/contracts/media-types";
import { instantOf } from "./bookmark.ts";
import { type DoorCall, type DoorDeps, type DoorRoute, required } from "./call.ts";
import { Refusal } from "../http/refusal.ts";
import { noBookmark, notFound } from "./errors.ts";
import { pageOf } from "./pages.ts";
import { requireBookmark } from "./read-bookmarks.ts";
import { numberOf } from "./tags.ts";
import { saveAddress } from "./write-bookmarks.ts";

/** A date as linkding names snapshots by it. */
const dayOf = (time: string): string => time.replace(/^(\d{4})-(\d\d)-(\d\d).*$/, "$2/$3/$1");

/** A copy of a page as an asset; while it is being made it has neither size nor time. */
const assetOf = (bookmark: number, version: CopyId, copy?: { kept_at: string; bytes: number; type: string }) => {
  const { kept_at = new Date().toISOString(), bytes = null, type = "text/html" } = copy ?? {};
  const isPdf = type === PDF;
  return {
    id: numberOf(version),
    bookmark,
    date_created: instantOf(kept_at),
    file_size: bytes,
    asset_type: "snapshot",
    content_type: isPdf ? type : "text/html",
    display_name: `${isPdf ? "PDF download" : "HTML snapshot"} from ${dayOf(kept_at)}`,
    status: copy === undefined ? "pending" : "complete",
  };
};

/** A page in a form. @throws {Refusal} 400 for any other file, which is no copy of a page */
function requirePage(file: unknown): File {
  if (file instanceof File && (file.type === "text/html" || /\.html?$/i.test(file.name))) return file;
  throw new Refusal(400, { error: "Only a page as one HTML file can be kept." });
}

/** The copies of pages as assets: listed, opened, uploaded and deleted. */
export function assetRoutes(deps: DoorDeps): DoorRoute[] {
  const { tables, perform, uploads, addresses } = deps;
  const { origin } = deps.site;

  const copiesOf = async (call: DoorCall) => {
    const { link, number } = await requireBookmark(deps, call, noBookmark());
    const { copies } = await tables.listCopies(call.userId, link.id);
    return { linkId: link.id, number, copies };
  };
  const requireCopy = async (call: DoorCall) => {
    const id = call.id("asset");
    const { linkId, number, copies } = await copiesOf(call);
    return {
      linkId,
      number,
      copy: required(
        copies.find(({ version }) => numberOf(version) === id),
        notFound("BookmarkAsset"),
      ),
    };
  };

  /** Keeps a page as a copy of a link. @returns the version that the copy gets */
  const keep = async ({ userId }: DoorCall, linkId: LinkId, file: File): Promise<CopyId> => {
    const page = new Uint8Array(await file.arrayBuffer());
    return (await uploads.keep(userId, { linkId, page, source: "upload" })).version;
  };

  return [
    {
      method: "POST",
      path: "/bookmarks/singlefile",
      scope: "change",
      isUpload: true,
      handler: (call) =>
        uploads.take(call.userId, call.request.raw, async (onPiece) => {
          const { get } = await call.fields(onPiece);
          const [url, file] = [get("url"), get("file")];
          if (typeof url !== "string" || url === "" || file === undefined) {
            throw new Refusal(400, { error: "Both 'url' and 'file' parameters are required." });
          }
          const page = requirePage(file);
          await keep(call, (await saveAddress(deps, call, url)).linkId, page);
          return { status: 201, body: { message: "Snapshot uploaded successfully." } };
        }),
    },
    {
      method: "GET",
      path: "/bookmarks/:id/assets",
      scope: "read",
      handler: async (call) => {
        const { number, copies } = await copiesOf(call);
        const assets = copies.map((copy) => assetOf(number, copy.version, copy));
        return { status: 200, body: pageOf(call, origin, assets) };
      },
    },
    {
      method: "POST",
      path: "/bookmarks/:id/assets/upload",
      scope: "change",
      isUpload: true,
      handler: (call) =>
        uploads.take(call.userId, call.request.raw, async (onPiece) => {
          const { link, number } = await requireBookmark(deps, call, noBookmark());
          const file = (await call.fields(onPiece)).get("file");
          if (file === undefined) throw new Refusal(400, { error: "No file provided." });
          return { status: 201, body: assetOf(number, await keep(call, link.id, requirePage(file))) };
        }),
    },
    {
      method: "GET",
      path: "/bookmarks/:id/assets/:asset",
      scope: "read",
      handler: async (call) => {
        const { number, copy } = await requireCopy(call);
        return { status: 200, body: assetOf(number, copy.version, copy) };
      },
    },
    {
      method: "GET",
      path: "/bookmarks/:id/assets/:asset/download",
      scope: "read",
      handler: async (call) => {
        const { linkId, copy } = await requireCopy(call);
        // A copy is a page with its files beside it, so it is opened where these are.
        const path = addresses.pathOf({ userId: call.userId, linkId, version: copy.version }, Date.now());
        return { status: 302, headers: { location: path } };
      },
    },
    {
      method: "DELETE",
      path: "/bookmarks/:id/assets/:asset",
      scope: "change",
      handler: async (call) => {
        const { linkId, copy } = await requireCopy(call);
        await perform(DeleteCopy, { userId: call.userId, linkId, version: copy.version });
        return { status: 204 };
      },
    },
  ];
}
