import type { LinkFilters, LinkListQuery } from "@satchel/contracts";

/** A list's filters without a search. */
export type ListFilters = Omit<LinkFilters, "q">;

/** A list and its order; by default the newest are first. */
export type OrderedFilters = ListFilters & Pick<LinkListQuery, "sort">;
