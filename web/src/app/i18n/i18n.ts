import type { i18n, TFunction } from "i18next";
import { persistently } from "../persistently.ts";
import { firstLanguage, type Language, storedLanguage, storeLanguage } from "./language.ts";
import { loadPack, type Namespace, type Pack, packOf } from "./packs.ts";
import { numberIn } from "./numbers.ts";
import { type Branch, read, type Values } from "./reader.ts";
import type { en } from "./texts.en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: typeof en;
  }
}

/** The texts that are there, by language and feature. */
const held: Record<Language, Partial<Record<Namespace, Branch>>> = { en: {}, de: {} };

/** Each pack that was asked for, by language; also those under way. */
const asked: Record<Language, Map<Pack, Promise<void>>> = { en: new Map(), de: new Map() };

let language: Language = "en";
let i18next: i18n | undefined;
const listeners = new Set<() => void>();

async function add(to: Language, pack: Pack): Promise<void> {
  for (const [feature, texts] of Object.entries(await loadPack(to, pack))) {
    held[to][feature as Namespace] = texts as Branch;
    i18next?.addResourceBundle(to, feature, texts);
  }
}

function ready(to: Language, pack: Pack): Promise<void> {
  const known = asked[to].get(pack);
  if (known !== undefined) return known;
  const adding = add(to, pack);
  asked[to].set(pack, adding);
  adding.then(
    // How React's `use` sees, without waiting, that a promise is fulfilled.
    () => Object.assign(adding, { status: "fulfilled", value: undefined }),
    // What could not be had is asked for anew the next time.
    () => asked[to].delete(pack),
  );
  return adding;
}

/** The language that is spoken now. */
export const spoken = (): Language => language;

/** Calls back when another language is spoken; the answer ends that. */
export function onLanguage(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Has the texts of a feature there, in the language that is spoken; the same promise while they are on their way. */
export const readyTexts = (namespace: Namespace): Promise<void> => ready(language, packOf(namespace));

/** Loads what is said beyond the first sight, so that it is there when it is needed. */
export const readyFurtherTexts = (): Promise<void> => ready(language, "further");

/**
 * What says the texts of a feature in a language: i18next once it is there, before that what reads by the same rules. A text
 * without gaps stays what it is, and each row of a list says the same ones.
 */
function speaker<Of extends Namespace>(of: Of, to: Language): TFunction<Of> {
  const plain = new Map<string, string>();
  const say = (key: string, values?: Values): string =>
    i18next === undefined
      ? read(held[to][of] ?? {}, to, key, values)
      : (i18next.getFixedT(to, of) as (key: string, values?: Values) => string)(key, values);
  const sayPlain = (key: string): string => {
    const text = plain.get(key) ?? say(key);
    if (held[to][of] !== undefined) plain.set(key, text);
    return text;
  };
  return ((key: string, values?: Values) => (values === undefined ? sayPlain(key) : say(key, values))) as TFunction<Of>;
}

const speakers = new Map<string, unknown>();

/** Says texts of a feature, which must be there, in the language that is spoken now; the same function each time. */
export function sayer<Of extends Namespace>(of: Of): TFunction<Of> {
  const name = `${language} ${of}`;
  const known = (speakers.get(name) as TFunction<Of> | undefined) ?? speaker(of, language);
  speakers.set(name, known);
  return known;
}

async function use(to: Language, packs: Iterable<Pack>): Promise<void> {
  await Promise.all(Array.from(packs, (pack) => ready(to, pack)));
  language = to;
  await i18next?.changeLanguage(to);
  for (const listener of listeners) listener();
}

/** Readies some texts of a language, and speaks it from then on. */
export const speakFirst = (to: Language, packs: readonly Pack[]): Promise<void> => use(to, packs);

/**
 * Readies the texts of the first sight in the person's language. Where these can't be loaded, it is English.
 * @param packs what is said there
 */
export async function startTexts(packs: readonly Pack[]): Promise<void> {
  const first = firstLanguage(storedLanguage(), navigator.languages);
  await speakFirst(first, packs).catch(async (error: unknown) => {
    if (first === "en") throw error;
    console.warn("No texts for", first, error);
    await use("en", packs);
  });
  document.documentElement.lang = language;
}

/** Has i18next say everything from now on: after the first sight, which does without its 16 kB. */
export async function startI18next(): Promise<void> {
  const { default: loaded } = await persistently(() => import("i18next"));
  await loaded.init({
    lng: language,
    // React escapes by itself.
    interpolation: { escapeValue: false },
    resources: held as Record<Language, Record<string, Branch>>,
  });
  loaded.services.formatter?.add("number", (value: number, to) => numberIn(to ?? language, value));
  i18next = loaded;
}

/** Speaks another language from now on, also when the page is opened the next time. */
export async function speak(to: Language): Promise<void> {
  await use(to, asked[language].keys());
  document.documentElement.lang = to;
  storeLanguage(to);
}
