import type { Change, Projection, StoredEvent } from "@satchel/chassis";
import type { AnyEvent, LinkId, UserId } from "@satchel/contracts";
import { readWebAddress } from "../domain/canonical-url.ts";
import { tables } from "./tables.ts";

/** Which link an event is about; undefined for events about none. */
function linkOf({ at }: StoredEvent): { userId: UserId; id: LinkId } | undefined {
  if (at.kind !== "aggregate" || at.aggregateId === undefined) return undefined;
  if (at.context !== "links" && at.context !== "enrichment") return undefined;
  return { userId: at.userId, id: at.aggregateId as LinkId };
}

function project(stored: StoredEvent): Change[] {
  const { at, sequence } = stored;
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const event = { type: stored.type, data: stored.data } as AnyEvent;
  const key = { user_id, id: at.aggregateId ?? "" };
  const time = stored.time.toISOString();
  const patch = (set: Record<string, unknown>): Change[] => [{ op: "patch", table: "links", key, set }];
  const own = (set: Record<string, unknown>): Change[] => patch({ ...set, revision: sequence });

  switch (event.type) {
    case "LinkSaved": {
      const { url, canonicalUrl, title, suggestedTitle, folderId, tags } = event.data;
      const row = {
        ...key,
        url,
        host: readWebAddress(canonicalUrl)?.host ?? "",
        own_title: title ?? null,
        page_title: null,
        suggested_title: suggestedTitle ?? null,
        own_description: null,
        page_description: null,
        own_tags: tags ?? null,
        page_tags: [],
        is_favorite: false,
        folder_id: folderId ?? null,
        visit_count: 0,
        first_visited_at: null,
        last_visited_at: null,
        created_at: time,
        saved_at: time,
        position: sequence,
        deleted_at: null,
        revision: sequence,
        preview_key: null,
        favicon_key: null,
        enrichment_state: "pending",
        enrichment_reason: null,
        enrichment_tried_at: null,
        enrichment_attempts: 0,
      };
      return [{ op: "put", table: "links", row }];
    }
    case "LinkSavedAgain": {
      const { folderId } = event.data;
      const folder = folderId === undefined ? {} : { folder_id: folderId };
      return own({ saved_at: time, position: sequence, deleted_at: null, ...folder });
    }
    case "LinkChanged": {
      const { isFavorite, folderId, title, description, tags } = event.data;
      return own({
        ...(isFavorite === undefined ? {} : { is_favorite: isFavorite }),
        ...(folderId === undefined ? {} : { folder_id: folderId }),
        // An emptied title or description gives the word back to the page.
        ...(title === undefined ? {} : { own_title: title === "" ? null : title }),
        ...(description === undefined ? {} : { own_description: description === "" ? null : description }),
        ...(tags === undefined ? {} : { own_tags: tags }),
      });
    }
    case "LinkVisited": {
      const { visitCount } = event.data;
      const first = visitCount === 1 ? { first_visited_at: time } : {};
      return own({ visit_count: visitCount, last_visited_at: time, ...first });
    }
    case "LinkDeleted":
      return own({ deleted_at: time });
    case "PageDescribed": {
      const { page, previewKey, faviconKey, attempts } = event.data;
      return patch({
        page_title: page.title ?? null,
        page_description: page.description ?? null,
        page_tags: page.tags,
        preview_key: previewKey ?? null,
        favicon_key: faviconKey ?? null,
        enrichment_state: "done",
        enrichment_reason: null,
        enrichment_tried_at: time,
        enrichment_attempts: attempts,
      });
    }
    case "PageUnreachable":
      return patch({
        enrichment_state: "failed",
        enrichment_reason: event.data.reason,
        enrichment_tried_at: time,
        enrichment_attempts: event.data.attempts,
      });
    case "FolderCreated":
      return [{ op: "put", table: "known_folders", row: { user_id, id: event.data.folderId } }];
    case "UserErased":
      return ["links", "counts", "known_folders"].map((table) => ({ op: "removeWhere", table, where: { user_id } }));
    default:
      return [];
  }
}

/** Links, how many there are, and the folders they may lie in. */
export const linksProjection: Projection = { name: "links", version: 2, tables, project, announce: linkOf };
