/** The name of a session of an unknown device. */
const UNKNOWN = "Unknown device";

/** Characters of User-Agent that are read; those of browsers have about 150. */
const LOOKED_AT = 512;

// In this order, since browsers also name their relatives: Edge says Chrome and Safari, Chrome says Safari.
const PROGRAMS: readonly [token: RegExp, name: string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|OPT|OPiOS)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bDuckDuckGo\//, "DuckDuckGo"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, "Safari"],
  [/^curl\//, "curl"],
];

// Android says Linux, iPhones say "like Mac OS X", Chromebooks say X11.
const SYSTEMS: readonly [token: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * The name of a session, by the browser's User-Agent (RFC 9110 section 10.1.5): "Firefox on Linux". Only names from
 * these lists are used, so no text that a client invents is stored.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? "").slice(0, LOOKED_AT);
  const program = nameIn(PROGRAMS, text);
  const system = nameIn(SYSTEMS, text);
  if (program !== undefined && system !== undefined) return `${program} on ${system}`;
  return program ?? system ?? UNKNOWN;
}

const nameIn = (names: typeof PROGRAMS, text: string): string | undefined =>
  names.find(([token]) => token.test(text))?.[1];
