import type { LinkId } from "@satchel/contracts";
import type { Unsaveable } from "./saveable.ts";

/** The outcome of saving a page. */
export type Outcome =
  | { readonly kind: "saved" | "known"; readonly id: LinkId }
  /** It waits in the queue: for the server, or for a connection to one. */
  | { readonly kind: "waiting"; readonly for: "server" | "connection" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unsaveable"; readonly fault: Unsaveable }
  | { readonly kind: "full" };
