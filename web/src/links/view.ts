import type { Folder, FolderId, Link, LinkFilters, LinkListQuery } from "@satchel/contracts";
import { findFolder } from "../folders/tree.ts";
import type { Say } from "./linkText.ts";

/** Which links are shown (specification, section 4). */
export type View =
  | { readonly kind: "all" }
  | { readonly kind: "favorites" }
  | { readonly kind: "unvisited" }
  | { readonly kind: "folder"; readonly id: FolderId };

export const ALL: View = { kind: "all" };

/** The view that the query of `/links` names; all links when it names none. */
export function viewOf(search: URLSearchParams): View {
  const view = search.get("view");
  if (view === "favorites" || view === "unvisited") return { kind: view };
  const folder = Number(search.get("folder"));
  return Number.isInteger(folder) && folder > 0 ? { kind: "folder", id: folder } : ALL;
}

/** The address of a view. */
export function pathOfView(view: View): string {
  if (view.kind === "all") return "/links";
  return view.kind === "folder" ? `/links?folder=${view.id}` : `/links?view=${view.kind}`;
}

export const isSameView = (a: View, b: View): boolean => pathOfView(a) === pathOfView(b);

export function filtersOf(view: View): LinkFilters {
  switch (view.kind) {
    case "all":
      return {};
    case "favorites":
      return { favorites_only: true };
    case "unvisited":
      return { unvisited_only: true };
    case "folder":
      return { folder_id: view.id };
  }
}

/** Whether a list with these filters shows the link; the server's rule, for changes shown before it answers. */
export function matches(filters: LinkFilters, link: Link): boolean {
  if (filters.favorites_only === true && !link.is_favorite) return false;
  if (filters.unvisited_only === true && !isUnvisited(link)) return false;
  return filters.folder_id === undefined || (link.folder_id ?? 0) === filters.folder_id;
}

/** One link before a change and after it; null: it is not there. */
export interface Change {
  readonly before: Link | null;
  readonly after: Link | null;
}

/** By how much a change changes what a list with these filters counts. What a search finds is the server's to say. */
export const differenceOf = (filters: LinkFilters, { before, after }: Change): number =>
  filters.q === undefined
    ? Number(after !== null && matches(filters, after)) - Number(before !== null && matches(filters, before))
    : 0;

/** A list: which links it shows, and in what order; without one a view has the newest first, and a search the best. */
export type ListQuery = LinkFilters & Pick<LinkListQuery, "sort">;

/** A list in an order; undefined: in its own. */
export const inOrder = (filters: LinkFilters, sort: ListQuery["sort"]): ListQuery =>
  sort === undefined ? filters : { ...filters, sort };

/** Which links a list shows, whatever their order. */
export function filtersIn(query: ListQuery): LinkFilters {
  const { sort, ...filters } = query;
  return sort === undefined ? query : filters;
}

/** Whether a list stands under the days on which its links were saved. */
export const hasDays = ({ q, sort }: ListQuery): boolean => q === undefined && sort !== "title";

/** No visits and no first-visit time (specification, section 4). */
export const isUnvisited = (link: Link): boolean => link.visit_count === 0 && link.first_visited_at === null;

/** The title of the page (specification, section 2). A folder's name is "" until the tree is there. */
export const titleOf = (view: View, folders: readonly Folder[], t: Say): string =>
  view.kind === "folder" ? (findFolder(folders, view.id)?.name ?? "") : t(`title.${view.kind}`);
