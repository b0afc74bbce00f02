import type { Archive } from "../features/offline/archive.ts";
import type { Transport } from "./transport/transport.ts";

/** What thunks reach besides the store. */
export interface Environment {
  readonly transport: Transport;
  readonly archive: Archive;
}
