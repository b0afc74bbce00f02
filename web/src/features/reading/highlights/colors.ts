import type { HighlightColor } from "@satchel/contracts";

/** The colours in the order in which they are offered; the keys 1 to 5 choose them. */
export const COLORS: readonly HighlightColor[] = ["yellow", "green", "blue", "pink", "purple"];
