import { ADMIN_TOKEN, adminSettings, busSettings, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

export const AdminConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...adminSettings,
  ADMIN_TOKEN,
});
export type AdminConfig = Static<typeof AdminConfig>;
