import type { Link } from "@satchel/contracts";

/** The title, or what stands for one (specification, section 2). */
export const titleOfLink = (link: Link): string => link.title ?? "Untitled Link";

/** "N visit(s)"; nothing for none. */
export function visitsText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? "1 visit" : `${count.toLocaleString("en")} visits`;
}

const linksText = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "link" : "links"}`;

/** What stands under the title of the page. Undefined while the counts are on their way. */
export function summaryOf(
  kind: "all" | "favorites" | "unvisited" | "folder",
  count: number | undefined,
  unvisited: number | undefined,
): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0)
    return { all: "Nothing here yet", favorites: "", unvisited: "Nothing waiting", folder: "No links in this folder" }[
      kind
    ];
  if (kind !== "all") return linksText(count);
  if (unvisited === undefined) return undefined;
  return unvisited === 0
    ? `${linksText(count)}, all visited`
    : `${linksText(count)}, ${unvisited.toLocaleString("en")} not visited yet`;
}
