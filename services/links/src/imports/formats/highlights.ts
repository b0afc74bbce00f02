import type { Entry, MarkedText } from "./entry.ts";
import { dateOf, isFields, textOf } from "./fields.ts";

/**
 * The highlights of a bookmark as several programs have them: objects with `text`, `color`, `note` (Linkwarden: `comment`),
 * `createdAt` (Readeck: `created`). No entry where there are none.
 */
export function highlightsOf(url: string | undefined, value: unknown): Entry[] {
  if (!Array.isArray(value)) return [];
  const highlights = value.flatMap((one: unknown): MarkedText[] => {
    const exact = isFields(one) ? textOf(one.text) : undefined;
    if (!isFields(one) || exact === undefined || exact.trim() === "") return [];
    const note = textOf(one.note) || textOf(one.comment);
    return [{ exact, note, color: textOf(one.color), madeAt: dateOf(one.createdAt ?? one.created) }];
  });
  return highlights.length === 0 ? [] : [{ kind: "highlights", url, highlights }];
}
