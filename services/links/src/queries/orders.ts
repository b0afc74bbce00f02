import type { LinkSort } from "@satchel/contracts";

/** How a list is ordered. Links of which `by` is the same follow one another in the order of their events. */
interface Order {
  readonly by: "saved_at" | "title_key";
  readonly way: "asc" | "desc";
  /** How the place of a link compares to those before it. */
  readonly behind: "<" | ">";
}

/** Both ways through time take the same indexes, and titles one of their own (`projection/tables.ts`). */
export const ORDERS: Readonly<Record<LinkSort, Order>> = {
  newest: { by: "saved_at", way: "desc", behind: "<" },
  oldest: { by: "saved_at", way: "asc", behind: ">" },
  title: { by: "title_key", way: "asc", behind: ">" },
};
