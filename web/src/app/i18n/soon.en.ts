import { captures } from "../../features/captures/texts.en.ts";
import { live } from "../../features/live/texts.en.ts";
import { selection } from "../../features/selection/texts.en.ts";

/** What the archive may say soon after its first sight. */
export const texts = { captures, live, selection };
