import {
  blobSettings,
  busSettings,
  databaseSettings,
  keySettings,
  operationsSettings,
  PUBLIC_URL,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the post service takes from the environment. */
export const PostConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...blobSettings,
  ADDRESS_KEY: keySettings.ADDRESS_KEY,
  PUBLIC_URL,
});
export type PostConfig = Static<typeof PostConfig>;
