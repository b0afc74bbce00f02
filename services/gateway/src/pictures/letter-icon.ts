import { domainToUnicode } from "node:url";
import { hueOf, LETTER_HUES, letterOf } from "@satchel/contracts";

/**
 * The icon of a host without one: its letter on a colour that is always the same. It depends on the host alone, so it
 * reveals nothing, and contains nothing but one letter or digit of it.
 * @returns an SVG picture without script, style or reference
 */
export function letterIcon(host: string): string {
  const site = (domainToUnicode(host.replace(/:\d+$/, "")) || host).replace(/^www\./, "");
  const hue = (hueOf(site) * 360) / LETTER_HUES;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" rx="14" fill="hsl(${hue},38%,42%)"/>` +
    '<text x="32" y="44" font-family="system-ui,sans-serif" font-size="34" font-weight="600" text-anchor="middle" ' +
    `fill="#fff">${letterOf(site)}</text></svg>`
  );
}
