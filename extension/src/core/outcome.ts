import type { LinkId } from "@satchel/contracts";
import type { Unsaveable } from "./saveable.ts";

/** What became of a page that was to be saved. */
export type Outcome =
  | { readonly kind: "saved" | "known"; readonly id: LinkId }
  /** It waits in the queue, and for what. */
  | { readonly kind: "waiting"; readonly for: "server" | "connection" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unsaveable"; readonly fault: Unsaveable }
  | { readonly kind: "full" };
