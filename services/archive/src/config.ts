import { blobSettings, busSettings, copyQuota, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the archive service takes from the environment. */
export const ArchiveConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...copyQuota,
  ...blobSettings,
});
export type ArchiveConfig = Static<typeof ArchiveConfig>;
