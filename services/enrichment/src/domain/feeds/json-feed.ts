import { compact } from "@satchel/contracts/compact";
import { fieldsOf, parseJson } from "../json.ts";
import type { RawFeed, RawItem } from "./feed.ts";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

/** Reads a JSON Feed 1 or 1.1 (jsonfeed.org). @returns undefined for other JSON, and for what is none */
export function readJsonFeed(text: string): RawFeed | undefined {
  const { version, title, items } = fieldsOf(parseJson(text.replace(/^\ufeff/, "")));
  if (typeof version !== "string" || !version.includes("jsonfeed.org/version/1") || !Array.isArray(items)) {
    return undefined;
  }
  return { title: textOf(title) ?? "", items: items.map(itemOf) };
}

function itemOf(value: unknown): RawItem {
  const fields = fieldsOf(value);
  return compact({
    id: textOf(fields["id"]),
    link: textOf(fields["url"]) ?? textOf(fields["external_url"]),
    title: textOf(fields["title"]),
    date: textOf(fields["date_published"]) ?? textOf(fields["date_modified"]),
  });
}
