import { busSettings, databaseSettings, Flag, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the links service takes from the environment. */
export const LinksConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  LINK_HEALTH: Flag({
    default: false,
    description: "on: each link is looked after once a week, whether its page is there",
  }),
});
export type LinksConfig = Static<typeof LinksConfig>;
