import { busSettings, databaseSettings, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** Settings of the operator's page that are the same wherever it runs. */
export const adminSettings = {
  ADMIN_HOST: Type.String({ default: "127.0.0.1", minLength: 1, description: "address of the operator's page" }),
  ADMIN_PORT: Type.Integer({ default: 3001, minimum: 0, maximum: 65535, description: "its port; 0: any free one" }),
};

/** What opens the operator's page. */
export const AdminToken = Type.String({
  minLength: 32,
  description: "what opens the operator's page, 32 characters or more",
});

export const AdminConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...adminSettings,
  ADMIN_TOKEN: AdminToken,
});
export type AdminConfig = Static<typeof AdminConfig>;
