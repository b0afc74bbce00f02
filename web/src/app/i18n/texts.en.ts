import { texts as archive } from "./archive.en.ts";
import { texts as further } from "./further.en.ts";
import { texts as landing } from "./landing.en.ts";
import { texts as soon } from "./soon.en.ts";
import { texts as start } from "./start.en.ts";

/** All texts in English, by feature, for types and tests. Each feature keeps its own beside its components. */
export const en = { ...start, ...landing, ...archive, ...soon, ...further };

/** The shape of the same texts in another language: nothing may lack. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};
