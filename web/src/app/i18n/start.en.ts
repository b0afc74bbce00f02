import { connection } from "../../features/connection/texts.en.ts";
import { shell } from "../../features/shell/texts.en.ts";

/** What every page may say. */
export const texts = { connection, shell };
