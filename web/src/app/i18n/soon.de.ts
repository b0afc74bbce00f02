import { captures } from "../../features/captures/texts.de.ts";
import { live } from "../../features/live/texts.de.ts";
import { selection } from "../../features/selection/texts.de.ts";

/** What the archive may say soon after its first sight. */
export const texts = { captures, live, selection };
