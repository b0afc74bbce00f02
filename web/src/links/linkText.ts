import type { Link } from "@satchel/contracts";
import type { TFunction } from "i18next";
import type { View } from "./view.ts";

/** Says the texts of the lists in the person's language. */
export type Say = TFunction<"links">;

/** The title, or what stands for one (specification, section 2). */
export const titleOfLink = (link: Link, t: Say): string => link.title ?? t("untitled");

/** "N visit(s)"; nothing for none. */
export const visitsText = (count: number, t: Say): string | undefined =>
  count === 0 ? undefined : t("visits", { count });

/** What stands under the title of the page. Undefined while the counts are on their way. */
export function summaryOf(
  kind: View["kind"],
  count: number | undefined,
  unvisited: number | undefined,
  t: Say,
): string | undefined {
  if (count === undefined) return undefined;
  if (count === 0) return t(`summary.none.${kind}`);
  if (kind !== "all") return t("count", { count });
  if (unvisited === undefined) return undefined;
  return unvisited === 0 ? t("summary.allVisited", { count }) : t("summary.unvisited", { count, unvisited });
}
