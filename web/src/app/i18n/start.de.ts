import { connection } from "../../features/connection/texts.de.ts";
import { offline } from "../../features/offline/texts.de.ts";
import { shell } from "../../features/shell/texts.de.ts";
import { undo } from "../../features/undo/texts.de.ts";

/** What every page may say. */
export const texts = { connection, offline, shell, undo };
