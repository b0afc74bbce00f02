import { busSettings, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the search service takes from the environment. */
export const SearchConfig = Type.Object({ ...busSettings, ...databaseSettings, ...operationsSettings });
export type SearchConfig = Static<typeof SearchConfig>;
