import { texts as archive } from "./archive.de.ts";
import { texts as further } from "./further.de.ts";
import { texts as landing } from "./landing.de.ts";
import { texts as soon } from "./soon.de.ts";
import { texts as start } from "./start.de.ts";
import type { en, Translation } from "./texts.en.ts";

/** All texts in German, by feature, for types and tests. */
export const de: Translation<typeof en> = { ...start, ...landing, ...archive, ...soon, ...further };
