import { browser } from "@wxt-dev/browser";
import type { MessageKey } from "./en.ts";

/** A text in the browser's language. @param words the values of `$1`, `$2` … */
export const say = (key: MessageKey, ...words: readonly string[]): string => browser.i18n.getMessage(key, [...words]);
