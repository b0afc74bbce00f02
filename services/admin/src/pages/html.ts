import { escapeHtml } from "@satchel/chassis";

/** A piece of HTML with escaped values. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | undefined | readonly Html[];

function render(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "object" ? value.map(({ text }) => text).join("") : escapeHtml(String(value));
}

/** HTML with values: texts are escaped, also within quoted attributes; pieces of HTML stay as they are. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? render(values[index]) : "")).join(""));
