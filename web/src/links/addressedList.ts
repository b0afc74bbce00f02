import { type LinkFilters, type LinkId, narrowedSearch } from "@satchel/contracts";
import { useMemo } from "react";
import { useFoldersQuery } from "../folders/folders.api.ts";
import { findFolder } from "../folders/tree.ts";
import { useQuery } from "../kit/hooks.ts";
import { useAppSelector } from "../kit/state.ts";
import { selectOrder, type Sort } from "./list.slice.ts";
import { searchIn } from "./search/syntax.ts";
import { filtersOf, filtersOfSearch, inOrder, type ListQuery, pathOfView, type View, viewOf } from "./view.ts";

/** The parameters of an address that say which list it is of. */
const LIST_PARAMETERS = ["view", "folder", "smart", "q"];

/** What of an address's query says which list it is of, for an address that leads back there; "" for all links. */
export function listPart(search: URLSearchParams): string {
  const part = [...search].filter(([name]) => LIST_PARAMETERS.includes(name));
  return part.length === 0 ? "" : `?${new URLSearchParams(part)}`;
}

/** The address of the reading view of a link, with the list that it was opened from. */
export const pathOfReading = (id: LinkId, list: string): string => `/read/${id}${list}`;

/** History state of a list that an article is opened from, or leads back to. */
export interface ListState {
  /** The link of the article. Its row gets the focus when the list is shown again. */
  readonly link?: LinkId;
}

/** The search of a smart folder; undefined while the tree is loaded and for any other view, null when there is no such folder. */
function useSmartSearch(view: View): string | null | undefined {
  const id = view.kind === "smart" ? view.id : undefined;
  const { search } = useFoldersQuery(undefined, {
    selectFromResult: ({ data }) => ({
      search: id === undefined || data === undefined ? undefined : (findFolder(data, id)?.search ?? null),
    }),
  });
  return search;
}

interface AddressedList {
  readonly view: View;
  /** The address of the view. */
  readonly path: string;
  /** What is searched for in the view; "": nothing. */
  readonly q: string;
  /** The search of a smart folder, as {@link useSmartSearch} says. */
  readonly smart: string | null | undefined;
  readonly isSearch: boolean;
  readonly sort: Sort | undefined;
  readonly filters: LinkFilters;
  /** Filters and order; for a smart folder only when `smart` is known. */
  readonly query: ListQuery;
}

/** The list in the address, in the order that its reader has chosen. */
export function useAddressedList(): AddressedList {
  const search = useQuery();
  const view = viewOf(search);
  const path = pathOfView(view);
  const q = searchIn(search);
  const isSmart = view.kind === "smart";
  const isSearch = isSmart || q !== "";
  const smart = useSmartSearch(view);
  const filters = useMemo((): LinkFilters => {
    if (typeof smart === "string") return filtersOfSearch(narrowedSearch(smart, q));
    const ofView = filtersOf(viewOf(new URLSearchParams(path.split("?")[1])));
    return q === "" ? ofView : { ...ofView, ...filtersOfSearch(q) };
  }, [path, q, smart]);
  const chosen = useAppSelector((state) => selectOrder(state, isSearch ? "finds" : "lists"));
  // A smart folder is shown as other folders are, until something is typed.
  const sort = isSmart && q === "" ? "newest" : chosen;
  const query = useMemo(() => inOrder(filters, sort), [filters, sort]);
  return { view, path, q, smart, isSearch, sort, filters, query };
}
