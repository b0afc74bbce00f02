import { add } from "../../features/add/texts.en.ts";
import { captures } from "../../features/captures/texts.en.ts";
import { live } from "../../features/live/texts.en.ts";
import { offline } from "../../features/offline/texts.en.ts";
import { selection } from "../../features/selection/texts.en.ts";
import { sorting } from "../../features/sorting/texts.en.ts";
import { undo } from "../../features/undo/texts.en.ts";

/** What the archive may say soon after its first sight. */
export const texts = { add, captures, live, offline, selection, sorting, undo };
