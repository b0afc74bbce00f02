import type { Tag } from "@satchel/contracts";
import { useState } from "react";
import { type RootState, useAppSelector } from "../../kit/state.ts";
import { useTags } from "../../links/detail.api.ts";
import { useFolders } from "../../folders/folders.api.ts";
import { rowsOf } from "../../folders/tree.ts";
import { listsApi } from "../../links/lists.api.ts";
import { siteOf } from "../../links/site.ts";
import type { Sources } from "../../links/search/suggestions.ts";

const noTags: readonly Tag[] = [];
/** The sites of all links that are loaded. */
const sitesIn = (state: RootState): string[] => {
  const lists = listsApi.util
    .selectCachedArgsForQuery(state, "linkList")
    .map((filters) => listsApi.endpoints.linkList.select(filters)(state).data?.links ?? []);
  return [...new Set(lists.flat().map((link) => siteOf(link.url)))];
};

/** What the search box can suggest: tags, folders, and the sites of the links that are loaded. */
export function useSources(): Sources {
  const tags = useTags() ?? noTags;
  const folders = useFolders();
  const sites = useAppSelector(sitesIn, (a, b) => a.join(" ") === b.join(" "));
  const [now] = useState(() => new Date());
  return { tags, folders: rowsOf(folders).map(({ name }) => name), sites, now };
}
