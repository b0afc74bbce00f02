import {
  ChangeLink,
  ChangeLinks,
  DeleteLink,
  DESCRIPTION_CHARS,
  type LinkChanges,
  type LinkId,
  MoveReading,
  NOTES_CHARS,
  SaveLink,
  TAG_CHARS,
  TAGS_PER_LINK,
  TITLE_CHARS,
  URL_CHARS,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { findLinkId } from "../commands/find-link-id.ts";
import { openedUrl } from "../feeds/opened-url.ts";
import { type Bookmark, READ_TO_THE_END } from "../queries/bookmarks.ts";
import { requireWritten } from "../queries/require-link.ts";
import { newBulkId } from "../routes/bulk.ts";
import { sparesKnown } from "../sessions/saved-by.ts";
import { bookmarkOf } from "./bookmark.ts";
import { type DoorCall, type DoorDeps, type DoorRoute, requireScope } from "./call.ts";
import { faulty } from "./errors.ts";
import { type FieldResult, checkFlag, checkText, checkTexts, type Fields } from "./fields.ts";
import { requireBookmark } from "./read-bookmarks.ts";
import { allTags } from "./all-tags.ts";
import { areSameTags, meantTags } from "./tags.ts";

/** Characters of a title in linkding; here they are fewer, and a longer one is cut. */
const SENT_TITLE_CHARS = 512;
/** Characters of a description that is looked at: linkding has no limit. A longer one than ours is cut. */
const SENT_DESCRIPTION_CHARS = 100_000;

/** What an app sends of a bookmark; what is undefined stays. `shared` and dates are taken and have no effect. */
interface SentBookmark {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly notes?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly unread?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
}

/** Saving, changing, marking as done and deleting bookmarks. */
export function bookmarkWrites(deps: DoorDeps): DoorRoute[] {
  const { tables, perform } = deps;
  const { origin } = deps.site;

  /** Makes a bookmark what was sent. What it shows already is not written: a page's own title stays the page's. */
  const apply = async ({ userId, session }: DoorCall, { link, isArchived }: Bookmark, sent: SentBookmark) => {
    const { id: linkId } = link;
    const changes: LinkChanges = {};
    for (const name of ["title", "description", "notes"] as const) {
      const text = sent[name];
      if (text !== undefined && text !== (link[name] ?? "")) changes[name] = text;
    }
    if (sent.tags !== undefined) {
      const tags = meantTags(await allTags(tables, userId))(sent.tags, link.tags);
      if (!areSameTags(tags, link.tags)) changes.tags = tags;
    }
    if (Object.keys(changes).length > 0) await perform(ChangeLink, { userId, linkId, changes });
    if (sent.unread === false && link.visit_count === 0) {
      await perform(VisitLink, { userId, linkId, sessionId: session.sessionId });
    }
    if (sent.unread === true && link.visit_count > 0) {
      const action = { kind: "visited" as const, isVisited: false };
      await perform(ChangeLinks, { userId, bulkId: newBulkId(), linkIds: [linkId], action });
    }
    if (sent.isArchived !== undefined && sent.isArchived !== isArchived) {
      await perform(MoveReading, { userId, linkId, part: sent.isArchived ? READ_TO_THE_END : 0 });
    }
  };

  const change = (isPartial: boolean) => async (call: DoorCall) => {
    const { userId } = call;
    const bookmark = await requireBookmark(deps, call);
    const sent = sentBookmark(await call.fields(), !isPartial);
    if (sent.url !== undefined) await requireSameAddress(deps, userId, bookmark, sent.url);
    await apply(call, bookmark, sent);
    return {
      status: 200,
      body: bookmarkOf(await requireWritten(tables, userId, bookmark.link.id), call.pictures, origin),
    };
  };

  const archive = (isArchived: boolean) => async (call: DoorCall) => {
    await apply(call, await requireBookmark(deps, call), { isArchived });
    return { status: 204 };
  };

  return [
    {
      method: "POST",
      path: "/bookmarks",
      scope: "add",
      handler: async (call) => {
        const { userId } = call;
        const { url = "", ...sent } = sentBookmark(await call.fields(), true);
        const { linkId, isNew } = await saveAddress(deps, call, url, sent);
        // One that was deleted comes back, and is no new one.
        if (isNew || call.session.scopes?.includes("change") === true)
          await apply(call, await requireWritten(tables, userId, linkId), sent);
        return { status: 201, body: bookmarkOf(await requireWritten(tables, userId, linkId), call.pictures, origin) };
      },
    },
    { method: "PUT", path: "/bookmarks/:id", scope: "change", handler: change(false) },
    { method: "PATCH", path: "/bookmarks/:id", scope: "change", handler: change(true) },
    {
      method: "DELETE",
      path: "/bookmarks/:id",
      scope: "change",
      handler: async (call) => {
        const { link } = await requireBookmark(deps, call);
        await perform(DeleteLink, { userId: call.userId, linkId: link.id });
        return { status: 204 };
      },
    },
    { method: "POST", path: "/bookmarks/:id/archive", scope: "change", handler: archive(true) },
    { method: "POST", path: "/bookmarks/:id/unarchive", scope: "change", handler: archive(false) },
  ];
}

/**
 * The link of an address: the one that there is, or a new one. As in linkding a known one does not move to the top. A deleted
 * one comes back.
 * @throws {Refusal} 400 for what is no web address; 403 for a known one, where the token may only add
 */
export async function saveAddress(
  { tables, perform }: DoorDeps,
  { userId, session }: DoorCall,
  url: string,
  { title, tags }: Pick<SentBookmark, "title" | "tags"> = {},
): Promise<{ readonly linkId: LinkId; readonly isNew: boolean }> {
  const found = await findAddress({ perform }, userId, url);
  if ((await tables.findLink(userId, found)) !== undefined) {
    requireScope(session, "change");
    return { linkId: found, isNew: false };
  }
  requireScope(session, "add");
  const { result } = await perform(SaveLink, {
    userId,
    url,
    origin: { kind: "token" },
    ...sparesKnown(session),
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags: meantTags(await allTags(tables, userId))(tags) }),
  });
  return { linkId: result.linkId, isNew: result.created };
}

/** The id that the link of an address has, or would get. @throws {Refusal} 400 where it is no web address */
async function findAddress(deps: Pick<DoorDeps, "perform">, userId: UserId, url: string): Promise<LinkId> {
  const id = await findLinkId(deps, userId, url);
  if (id === undefined) throw faulty({ url: ["Enter a valid URL."] });
  return id;
}

/** A link is its address, which can't become another one. @throws {Refusal} 400 */
async function requireSameAddress(deps: DoorDeps, userId: UserId, { link }: Bookmark, url: string): Promise<void> {
  if (url === openedUrl(link, deps.site.origin)) return;
  const id = await findAddress(deps, userId, url);
  if (id === link.id) return;
  const isTaken = (await deps.tables.findLink(userId, id)) !== undefined;
  throw faulty({
    url: [
      isTaken
        ? "A bookmark with this URL already exists."
        : "The URL of a bookmark can't be changed here. Add the new one and delete this one.",
    ],
  });
}

/**
 * What a body says of a bookmark.
 * @throws {Refusal} 400 with the faults of each field
 */
function sentBookmark({ get, all }: Fields, needsUrl: boolean): SentBookmark {
  const wrong: Record<string, readonly string[]> = {};
  const field = <T>(name: string, value: unknown, check: (value: unknown) => FieldResult<T>): T | undefined => {
    if (value === undefined) return undefined;
    const checked = check(value);
    if ("value" in checked) return checked.value;
    wrong[name] = checked.faults;
    return undefined;
  };
  const text = (name: string, chars: number): string | undefined =>
    field(name, get(name), (value) => checkText(value, { chars, mayBeBlank: name !== "url" }));
  const flag = (name: string): boolean | undefined => field(name, get(name), checkFlag);

  const url = text("url", URL_CHARS);
  if (get("url") === undefined && needsUrl) wrong["url"] = ["This field is required."];
  const title = text("title", SENT_TITLE_CHARS);
  const description = text("description", SENT_DESCRIPTION_CHARS);
  const notes = text("notes", NOTES_CHARS);
  const [unread, isArchived] = [flag("unread"), flag("is_archived")];
  flag("shared");
  const tags = field("tag_names", all("tag_names"), checkTags);
  if (Object.keys(wrong).length > 0) throw faulty(wrong);
  return {
    url,
    notes,
    unread,
    isArchived,
    tags,
    title: title && cut(title, TITLE_CHARS),
    description: description && cut(description, DESCRIPTION_CHARS),
  };
}

const cut = (text: string, chars: number): string => Array.from(text).slice(0, chars).join("").trim();

/** The names of tags, of which each item may have several with commas between them. */
function checkTags(value: unknown): FieldResult<string[]> {
  const items = checkTexts("tag_names", value, { chars: TAG_CHARS * TAGS_PER_LINK, mayBeBlank: false });
  if ("faults" in items) return items;
  const names = new Map<string, string>();
  for (const item of items.value.join(",").split(",")) {
    const name = item.trim().replace(/\s+/g, "-");
    if (name !== "") names.set(name.toLowerCase(), name);
  }
  const tags = [...names.values()];
  if (tags.some((tag) => Array.from(tag).length > TAG_CHARS)) {
    return { faults: [`Ensure each tag has no more than ${TAG_CHARS} characters.`] };
  }
  if (tags.length > TAGS_PER_LINK) return { faults: [`Ensure this field has no more than ${TAGS_PER_LINK} elements.`] };
  return { value: tags };
}
