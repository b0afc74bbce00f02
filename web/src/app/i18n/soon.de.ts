import { add } from "../../features/add/texts.de.ts";
import { captures } from "../../features/captures/texts.de.ts";
import { live } from "../../features/live/texts.de.ts";
import { offline } from "../../features/offline/texts.de.ts";
import { selection } from "../../features/selection/texts.de.ts";
import { sorting } from "../../features/sorting/texts.de.ts";
import { undo } from "../../features/undo/texts.de.ts";

/** What the archive may say soon after its first sight. */
export const texts = { add, captures, live, offline, selection, sorting, undo };
