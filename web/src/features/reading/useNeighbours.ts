import { type Link, type LinkId, LINK_PAGE_SIZE_MAX } from "@satchel/contracts";
import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useState } from "react";
import { useAppDispatch } from "../../kit/state.ts";
import { useAddressedList } from "../../links/addressedList.ts";
import { isReadable } from "../../links/linkText.ts";
import { loadMore, useLinkListQuery } from "../../links/lists.api.ts";

/** Links of a list that are gone through for a link's place, 20 calls at most: whoever reads has not scrolled further. */
const LINKS_SEEN = 20 * LINK_PAGE_SIZE_MAX;

export interface Neighbours {
  readonly previous: LinkId | undefined;
  readonly next: LinkId | undefined;
}

const none: Neighbours = { previous: undefined, next: undefined };

/** The nearest links with an article before and behind one in a list; undefined where that one is not in it. */
export function neighboursIn(links: readonly Link[], id: LinkId): Neighbours | undefined {
  const at = links.findIndex((link) => link.id === id);
  if (at === -1) return undefined;
  const isArticle = ({ copy }: Link): boolean => isReadable(copy?.kind);
  return { previous: links.slice(0, at).findLast(isArticle)?.id, next: links.slice(at + 1).find(isArticle)?.id };
}

/**
 * The articles before and behind one in the list of the address, in its order. The list is loaded further until they are
 * found, or {@link LINKS_SEEN}. An article that leaves the list while it is read, as one of the unvisited does, keeps them.
 */
export function useNeighbours(id: LinkId): Neighbours {
  const dispatch = useAppDispatch();
  const { query, smart, view } = useAddressedList();
  const isKnown = view.kind !== "smart" || typeof smart === "string";
  const { currentData: list } = useLinkListQuery(isKnown ? query : skipToken);
  const found = list === undefined ? undefined : neighboursIn(list.links, id);
  const [last, setLast] = useState({ id, found });
  if (found !== undefined && (last.id !== id || !isSame(last.found, found))) setLast({ id, found });
  const wantsMore = list !== undefined && list.next !== null && list.links.length < LINKS_SEEN;
  const isWanting =
    wantsMore && (found === undefined ? last.id !== id || last.found === undefined : found.next === undefined);
  useEffect(() => {
    // Without an answer the next key goes no further.
    if (isWanting) dispatch(loadMore(query, LINK_PAGE_SIZE_MAX)).catch(() => undefined);
  }, [isWanting, list, query, dispatch]);
  return found ?? (last.id === id ? last.found : undefined) ?? none;
}

const isSame = (a: Neighbours | undefined, b: Neighbours): boolean => a?.previous === b.previous && a?.next === b.next;
