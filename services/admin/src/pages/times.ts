import { type Html, html } from "./html.ts";

/** A moment, to the second. */
export const instant = (time: Date): Html =>
  html`<time datetime="${time.toISOString()}">${time.toISOString().slice(0, 19).replace("T", " ")} UTC</time>`;

export const day = (time: Date): Html =>
  html`<time datetime="${time.toISOString()}">${time.toISOString().slice(0, 10)}</time>`;

/** How long ago something was. */
export function age(since: Date | undefined, now: Date): string {
  if (since === undefined) return "–";
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
