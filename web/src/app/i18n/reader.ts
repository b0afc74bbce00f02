import { numberIn } from "./numbers.ts";

/** Texts by their keys; plural forms stand beside each other as `key_one`, `key_other` (CLDR's categories). */
export type Branch = { readonly [key: string]: string | Branch };

/** What a text is filled with; `count` also chooses its plural form. */
export type Values = Readonly<Record<string, unknown>>;

/** `{{name}}` and `{{name, number}}`. */
const GAP = /\{\{(\w+)(, number)?\}\}/g;

/** One for each language: making one takes longer than asking it. */
const plurals = new Map<string, Intl.PluralRules>();

function formOf(language: string, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
}

function textAt(texts: Branch, path: string): string | undefined {
  let at: Branch | string | undefined = texts;
  for (const key of path.split(".")) at = typeof at === "object" ? at[key] : undefined;
  return typeof at === "string" ? at : undefined;
}

/**
 * Says a text by i18next's rules, as far as texts of the page use them (reader.unit.spec.ts says all of them both ways).
 * @param texts those of one feature, in the language
 * @returns the text, its gaps filled; the key where there is no such text
 */
export function read(texts: Branch, language: string, key: string, values: Values = {}): string {
  const { count } = values;
  const form = typeof count === "number" ? textAt(texts, `${key}_${formOf(language, count)}`) : undefined;
  const text = form ?? textAt(texts, key) ?? key;
  return text.replaceAll(GAP, (_gap, name: string, isNumber?: string) => {
    const value = values[name] ?? "";
    return isNumber === undefined ? String(value as string | number) : numberIn(language, Number(value));
  });
}
