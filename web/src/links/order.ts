import { type Link, titleKey } from "@satchel/contracts";
import type { ListQuery } from "./view.ts";

/** Whether a link comes after another one in a list. If neither does, they are in the order of their events. */
export type IsBehind = (link: Link, other: Link) => boolean;

const keyOf = ({ title, url }: Link): string => titleKey(title, url);

/** The order of a list, the same as the server's; undefined if only the server knows it: the relevance of a search. */
export function orderOf({ q, sort = "newest" }: ListQuery): IsBehind | undefined {
  if (q !== undefined) return undefined;
  if (sort === "title") return (link, other) => keyOf(link) > keyOf(other);
  return sort === "oldest"
    ? (link, other) => link.saved_at > other.saved_at
    : (link, other) => link.saved_at < other.saved_at;
}
