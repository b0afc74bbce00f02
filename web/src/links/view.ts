import type { Folder, FolderId, Link, LinkFilters, LinkListQuery } from "@satchel/contracts";
import { findFolder, type FolderRow } from "../folders/tree.ts";
import type { LinkTexts } from "./linkText.ts";

/** The views (specification, section 4). */
export type View =
  | { readonly kind: "all" }
  | { readonly kind: "favorites" }
  | { readonly kind: "unvisited" }
  | { readonly kind: "folder"; readonly id: FolderId }
  | { readonly kind: "smart"; readonly id: FolderId };

export const ALL: View = { kind: "all" };

/** The view in the query of `/links`; all links by default. */
export function viewOf(search: URLSearchParams): View {
  const view = search.get("view");
  if (view === "favorites" || view === "unvisited") return { kind: view };
  for (const kind of ["folder", "smart"] as const) {
    const id = Number(search.get(kind));
    if (Number.isInteger(id) && id > 0) return { kind, id };
  }
  return ALL;
}

/** The address of a view. */
export function pathOfView(view: View): string {
  if (view.kind === "all") return "/links";
  return "id" in view ? `/links?${view.kind}=${view.id}` : `/links?view=${view.kind}`;
}

/** The view of a folder of the tree. */
export const viewOfFolder = ({ id, search }: Pick<FolderRow, "id" | "search">): View => ({
  kind: search === null ? "folder" : "smart",
  id,
});

export const isSameView = (a: View, b: View): boolean => pathOfView(a) === pathOfView(b);

/** The filters of a view; none of a smart folder, whose list is that of its search. */
export function filtersOf(view: View): LinkFilters {
  switch (view.kind) {
    case "all":
    case "smart":
      return {};
    case "favorites":
      return { favorites_only: true };
    case "unvisited":
      return { unvisited_only: true };
    case "folder":
      return { folder_id: view.id };
  }
}

/** The filters of a search, whose dates are days of this device. */
export const filtersOfSearch = (q: string): LinkFilters => ({
  q,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Whether a list with these filters contains the link, for optimistic changes: the same rule as the server's. */
export function matches(filters: LinkFilters, link: Link): boolean {
  if (filters.favorites_only === true && !link.is_favorite) return false;
  if (filters.unvisited_only === true && !isUnvisited(link)) return false;
  return filters.folder_id === undefined || (link.folder_id ?? 0) === filters.folder_id;
}

/** A link before and after a change; null: it does not exist. */
export interface Change {
  readonly before: Link | null;
  readonly after: Link | null;
}

/**
 * The difference that a change makes to the count of a list with these filters; 0 for searches, which only the server knows.
 */
export const differenceOf = (filters: LinkFilters, { before, after }: Change): number =>
  filters.q === undefined
    ? Number(after !== null && matches(filters, after)) - Number(before !== null && matches(filters, before))
    : 0;

/** A list: its filters and order; by default a view has the newest first, and a search the best. */
export type ListQuery = LinkFilters & Pick<LinkListQuery, "sort">;

/** A list with an order; undefined: the default. */
export const inOrder = (filters: LinkFilters, sort: ListQuery["sort"]): ListQuery =>
  sort === undefined ? filters : { ...filters, sort };

/** The filters of a list, without its order. */
export function filtersIn(query: ListQuery): LinkFilters {
  const { sort, ...filters } = query;
  return sort === undefined ? query : filters;
}

/** Whether a list has headings by day of saving. */
export const hasDays = ({ q, sort }: ListQuery): boolean => q === undefined && sort !== "title";

/** No visits and no first-visit time (specification, section 4). */
export const isUnvisited = (link: Link): boolean => link.visit_count === 0 && link.first_visited_at === null;

/** The title of the page (specification, section 2). A folder's name is "" until the tree is loaded. */
export const titleOf = (view: View, folders: readonly Folder[], t: LinkTexts): string =>
  "id" in view ? (findFolder(folders, view.id)?.name ?? "") : t(`title.${view.kind}`);

/** The text under the title of the page. Undefined until the counts are loaded. */
export function summaryOf(
  kind: View["kind"],
  count: number | undefined,
  unvisited: number | undefined,
  t: LinkTexts,
): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return t(`summary.none.${kind === "smart" ? "folder" : kind}`);
  if (kind !== "all") return t("count", { count });
  if (unvisited === undefined) return undefined;
  return unvisited === 0 ? t("summary.allVisited", { count }) : t("summary.unvisited", { count, unvisited });
}
