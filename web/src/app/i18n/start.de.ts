import { connection } from "../../features/connection/texts.de.ts";
import { offline } from "../../features/offline/texts.de.ts";
import { shell } from "../../features/shell/texts.de.ts";
import { undo } from "../../features/undo/texts.de.ts";
import { catalogue } from "./catalogue.de.ts";

/** What every page may say. */
export const texts = { catalogue, connection, offline, shell, undo };
