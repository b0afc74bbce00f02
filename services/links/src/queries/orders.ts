import type { LinkSort } from "@satchel/contracts";

/** The order of a list. Links with equal `by` are in the order of their events. */
interface Order {
  readonly by: "saved_at" | "title_key";
  readonly direction: "asc" | "desc";
  /** The operator for the places after a place. */
  readonly comparison: "<" | ">";
}

/** The orders by time use the same indexes, that by title its own (`projection/tables.ts`). */
export const ORDERS: Readonly<Record<LinkSort, Order>> = {
  newest: { by: "saved_at", direction: "desc", comparison: "<" },
  oldest: { by: "saved_at", direction: "asc", comparison: ">" },
  title: { by: "title_key", direction: "asc", comparison: ">" },
};
