import type { TFunction } from "i18next";

/**
 * What a session is called in the person's language, by how the server names it: "Firefox on Linux", one of the two where
 * only that is known, or "Unknown device".
 */
export function deviceIn(t: TFunction<"account">, device: string): string {
  if (device === "Unknown device") return t("sessions.unknown");
  const [program = device, system] = device.split(" on ");
  return system === undefined ? device : t("sessions.on", { program, system });
}

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago something was, in the words of a language: "2 hours ago", "yesterday", "now" below a minute. */
export function agoIn(language: string, then: Date, now: Date): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
  const unit = units.find(([, length]) => seconds >= length);
  return unit === undefined ? format.format(0, "second") : format.format(-Math.floor(seconds / unit[1]), unit[0]);
}
