import { domainToUnicode } from "node:url";

/** Number of letter colours, as hues of a circle. */
const HUES = 12;

/**
 * The icon of a host without one: its letter on a colour that is always the same. It depends on the host alone, so it
 * reveals nothing, and contains nothing but one letter or digit of it.
 * @returns an SVG picture without script, style or reference
 */
export function letterIcon(host: string): string {
  const site = (domainToUnicode(host.replace(/:\d+$/, "")) || host).replace(/^www\./, "");
  const letter = (/[\p{L}\p{N}]/u.exec(site)?.[0] ?? "?").toUpperCase();
  const hue = (hueOf(site) * 360) / HUES;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" rx="14" fill="hsl(${hue},38%,42%)"/>` +
    '<text x="32" y="44" font-family="system-ui,sans-serif" font-size="34" font-weight="600" text-anchor="middle" ' +
    `fill="#fff">${letter}</text></svg>`
  );
}

function hueOf(site: string): number {
  let sum = 0;
  for (const character of site) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}
