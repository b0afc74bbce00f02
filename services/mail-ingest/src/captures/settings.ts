import { databaseSettings } from "@satchel/chassis";
import Type from "typebox";
import { mailIngestSettings } from "../config.ts";

/**
 * The settings of the service: those of the SMTP door, and the database for what becomes of mails. They are apart because
 * Haraka, which strangers talk to, must not get to know of the database.
 */
export const mailServiceSettings = Type.Object({
  ...mailIngestSettings.properties,
  /** Without it this process keeps no tables of captures. */
  DATABASE_URL: Type.Optional(databaseSettings.DATABASE_URL),
  DATABASE_CONNECTIONS: databaseSettings.DATABASE_CONNECTIONS,
});
