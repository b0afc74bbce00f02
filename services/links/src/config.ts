import {
  archiveSettings,
  busSettings,
  databaseSettings,
  fetchingSettings,
  keySettings,
  operationsSettings,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the links service takes from the environment. */
export const LinksConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...archiveSettings,
  ADDRESS_KEY: keySettings.ADDRESS_KEY,
  LINK_HEALTH: fetchingSettings.LINK_HEALTH,
});
export type LinksConfig = Static<typeof LinksConfig>;
