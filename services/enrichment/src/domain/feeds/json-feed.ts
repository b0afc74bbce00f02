import type { RawFeed, RawItem } from "./feed.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

/** Reads a JSON Feed 1 or 1.1 (jsonfeed.org). @returns undefined for other JSON, and for what is none */
export function readJsonFeed(text: string): RawFeed | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
  const { version, title, items } = fieldsOf(value);
  if (typeof version !== "string" || !version.includes("jsonfeed.org/version/1") || !Array.isArray(items)) {
    return undefined;
  }
  return { title: textOf(title) ?? "", items: items.map(itemOf) };
}

function itemOf(value: unknown): RawItem {
  const fields = fieldsOf(value);
  const id = textOf(fields["id"]);
  const link = textOf(fields["url"]) ?? textOf(fields["external_url"]);
  const title = textOf(fields["title"]);
  const date = textOf(fields["date_published"]) ?? textOf(fields["date_modified"]);
  return {
    ...(id === undefined ? {} : { id }),
    ...(link === undefined ? {} : { link }),
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
  };
}
