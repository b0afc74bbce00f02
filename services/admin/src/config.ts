import { ADMIN_TOKEN, adminSettings, busSettings, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the operator's page takes from the environment. */
export const AdminConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...adminSettings,
  ADMIN_TOKEN,
});
export type AdminConfig = Static<typeof AdminConfig>;
