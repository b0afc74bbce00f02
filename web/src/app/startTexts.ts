import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import type account from "../features/account/texts.en.ts";
import type add from "../features/add/texts.en.ts";
import type archive from "./archive/texts.en.ts";
import type copies from "../features/copies/texts.en.ts";
import type detail from "../features/detail/texts.en.ts";
import type duplicates from "../features/duplicates/texts.en.ts";
import type folderTree from "../features/folder-tree/texts.en.ts";
import type folders from "../folders/texts.en.ts";
import type highlights from "../features/reading/highlights/texts.en.ts";
import type imports from "../features/imports/texts.en.ts";
import type kit from "../kit/texts.en.ts";
import type landing from "../features/landing/texts.en.ts";
import type links from "../links/texts.en.ts";
import type memories from "../features/memories/texts.en.ts";
import type offline from "../features/offline/texts.en.ts";
import type reading from "../features/reading/texts.en.ts";
import type rules from "../features/rules/texts.en.ts";
import type search from "../features/search/texts.en.ts";
import type selection from "../links/selection/texts.en.ts";
import type share from "../features/share/texts.en.ts";
import type sheet from "../features/shortcuts/sheet/texts.en.ts";
import type shortcuts from "../features/shortcuts/texts.en.ts";
import type undo from "../features/undo/texts.en.ts";
import { loadPart } from "../kit/parts/loadPart.ts";
import type { Language } from "../kit/i18n/language.ts";
import type { Namespace } from "../kit/i18n/loadTexts.ts";

/** The English texts, from which the types of namespaces and keys are derived. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "kit";
    resources: {
      account: typeof account;
      add: typeof add;
      archive: typeof archive;
      catalogue: Readonly<Record<string, string>>;
      copies: typeof copies;
      detail: typeof detail;
      duplicates: typeof duplicates;
      "folder-tree": typeof folderTree;
      folders: typeof folders;
      highlights: typeof highlights;
      imports: typeof imports;
      kit: typeof kit;
      landing: typeof landing;
      links: typeof links;
      memories: typeof memories;
      offline: typeof offline;
      reading: typeof reading;
      rules: typeof rules;
      search: typeof search;
      selection: typeof selection;
      share: typeof share;
      sheet: typeof sheet;
      shortcuts: typeof shortcuts;
      undo: typeof undo;
    };
  }
}

/** Loaders of texts, by the path of their file. */
const files = import.meta.glob<object>("../**/texts.{en,de}.ts", { import: "default" });

/** The loaders by folder and name of the file, such as `links/texts.en`. */
const texts = new Map(Object.entries(files).map(([path, load]) => [path.split("/").slice(-2).join("/"), load]));

async function textsOf(language: string, namespace: string): Promise<object> {
  const name = `${namespace}/texts.${language}`;
  const load = texts.get(`${name}.ts`);
  if (load === undefined) throw new Error(`There are no texts ${name}`);
  return loadPart(name, load);
}

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) =>
    void textsOf(language, namespace).then(
      (loaded) => done(null, loaded),
      (error: Error) => done(error, false),
    ),
};

/**
 * Initialises i18next with the texts of the first view in a language, or in English if those can't be loaded.
 * @param namespaces those of the first view
 */
export async function startTexts(language: Language, namespaces: readonly Namespace[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: [...namespaces],
      // The keys of the error catalogue are its English sentences.
      resources: { en: { catalogue: {} } },
      partialBundledLanguages: true,
      defaultNS: "kit",
      // Pages and parts load their texts themselves (`part`). Suspense would hide the whole page and lose the focus.
      react: { useSuspense: false },
      // React escapes.
      interpolation: { escapeValue: false },
    });
  const isThere = namespaces.every((namespace) => i18next.hasResourceBundle(language, namespace));
  if (!isThere && language !== "en") await i18next.changeLanguage("en");
}
