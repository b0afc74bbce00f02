import type { Language } from "./language.ts";
import type { en } from "./texts.en.ts";

/** A feature, as far as it says something. */
export type Namespace = keyof typeof en;

/** Texts are loaded in packs: what is said together comes together, in one language. */
export const PACKS = {
  start: ["connection", "shell"],
  landing: ["landing"],
  archive: ["dnd", "folders", "links", "search"],
  soon: ["add", "captures", "live", "offline", "selection", "sorting", "undo"],
  further: [
    "account",
    "confirmAddress",
    "connect",
    "detail",
    "imports",
    "palette",
    "reset",
    "share",
    "shortcuts",
    "tags",
  ],
} as const satisfies Record<string, readonly Namespace[]>;
export type Pack = keyof typeof PACKS;

/** The texts of a pack, by feature. */
export type Texts = Readonly<Partial<Record<Namespace, object>>>;

const load = {
  en: {
    start: () => import("./start.en.ts"),
    landing: () => import("./landing.en.ts"),
    archive: () => import("./archive.en.ts"),
    soon: () => import("./soon.en.ts"),
    further: () => import("./further.en.ts"),
  },
  de: {
    start: () => import("./start.de.ts"),
    landing: () => import("./landing.de.ts"),
    archive: () => import("./archive.de.ts"),
    soon: () => import("./soon.de.ts"),
    further: () => import("./further.de.ts"),
  },
} as const satisfies Record<Language, Record<Pack, () => Promise<{ texts: Texts }>>>;

/** Loads a pack; rejects where it can't be had. */
export const loadPack = async (language: Language, pack: Pack): Promise<Texts> => (await load[language][pack]()).texts;

const packs = Object.keys(PACKS) as Pack[];

/** The pack that a feature's texts come with. */
export function packOf(namespace: Namespace): Pack {
  const pack = packs.find((each) => (PACKS[each] as readonly Namespace[]).includes(namespace));
  if (pack === undefined) throw new Error(`The texts of ${namespace} are in no pack`);
  return pack;
}
