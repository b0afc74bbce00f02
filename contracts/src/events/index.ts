import { archiveEvents } from "./archive.ts";
import { addressEvents, identityEvents } from "./identity.ts";
import { enrichmentEvents } from "./enrichment.ts";
import { folderEvents } from "./folders.ts";
import { highlightEvents } from "./highlights.ts";
import { importEvents } from "./imports.ts";
import { linkEvents } from "./links.ts";
import { mailEvents } from "./mail.ts";
import { mailedEvents } from "./mailed.ts";
import { postEvents } from "./post.ts";
import type { EventDefinition, EventOf } from "./define.ts";

export * from "./archive.ts";
export * from "./define.ts";
export * from "./enrichment.ts";
export * from "./folders.ts";
export * from "./highlights.ts";
export * from "./digests.ts";
export * from "./identity.ts";
export * from "./imports.ts";
export * from "./links.ts";
export * from "./mail.ts";
export * from "./mailed.ts";
export * from "./post.ts";

const all = [
  ...identityEvents,
  ...addressEvents,
  ...linkEvents,
  ...importEvents,
  ...mailedEvents,
  ...folderEvents,
  ...mailEvents,
  ...postEvents,
  ...enrichmentEvents,
  ...archiveEvents,
  ...highlightEvents,
] as const;

/** Any event of the journal. */
export type AnyEvent = EventOf<(typeof all)[number]>;

/** All event definitions by name. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  all.map((definition) => [definition.type, definition as EventDefinition]),
);
