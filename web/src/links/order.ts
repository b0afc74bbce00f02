import { type Link, titleKey } from "@satchel/contracts";
import type { ListQuery } from "./view.ts";

/** Whether a link stands behind another one in a list; two that neither is of stand in the order of their events. */
export type IsBehind = (link: Link, other: Link) => boolean;

const keyOf = ({ title, url }: Link): string => titleKey(title, url);

/** The order of a list, as the server has it; undefined where only the server knows: what fits a search best. */
export function orderOf({ q, sort = "newest" }: ListQuery): IsBehind | undefined {
  if (q !== undefined) return undefined;
  if (sort === "title") return (link, other) => keyOf(link) > keyOf(other);
  return sort === "oldest"
    ? (link, other) => link.saved_at > other.saved_at
    : (link, other) => link.saved_at < other.saved_at;
}
