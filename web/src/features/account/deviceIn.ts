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
