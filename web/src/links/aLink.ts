import type { Link, LinkId } from "@satchel/contracts";
import type { LinkList } from "./listChanges.ts";

/** A link for tests, saved `saved` milliseconds after the beginning of 2026. */
export const aLink = (name: string, saved = 0, more: Partial<Link> = {}): Link => {
  const at = new Date(Date.UTC(2026, 0, 1) + saved).toISOString();
  return {
    id: name as LinkId,
    url: `https://www.post.example/${name}`,
    title: name,
    description: null,
    notes: null,
    preview_image_url: null,
    favicon_url: null,
    tags: [],
    is_favorite: false,
    folder_id: null,
    visit_count: 0,
    first_visited_at: null,
    last_visited_at: null,
    created_at: at,
    saved_by: "page",
    saved_at: at,
    enrichment: { state: "done", reason: null, tried_at: at, attempts: 1, next_try_at: null },
    final_url: null,
    site_name: null,
    media_type: null,
    reading_minutes: null,
    health: { state: "fine", checked_at: at, new_url: null },
    ...more,
  };
};

export const listOf = (names: readonly string[], next: string | null): LinkList => ({
  links: names.map((name, index) => aLink(name, names.length - index)),
  next,
});

export const ids = (links: readonly Link[]): string[] => links.map((link) => link.id);
