import { busSettings, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the folders service takes from the environment. */
export const FoldersConfig = Type.Object({ ...busSettings, ...databaseSettings, ...operationsSettings });
export type FoldersConfig = Static<typeof FoldersConfig>;
