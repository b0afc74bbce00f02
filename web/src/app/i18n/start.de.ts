import { connection } from "../../features/connection/texts.de.ts";
import { shell } from "../../features/shell/texts.de.ts";

/** What every page may say. */
export const texts = { connection, shell };
