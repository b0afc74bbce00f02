import { busSettings, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the links service takes from the environment. */
export const LinksConfig = Type.Object({ ...busSettings, ...databaseSettings, ...operationsSettings });
export type LinksConfig = Static<typeof LinksConfig>;
