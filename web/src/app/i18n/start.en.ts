import { connection } from "../../features/connection/texts.en.ts";
import { offline } from "../../features/offline/texts.en.ts";
import { shell } from "../../features/shell/texts.en.ts";
import { undo } from "../../features/undo/texts.en.ts";

/** What every page may say. */
export const texts = { connection, offline, shell, undo };
