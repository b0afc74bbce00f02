/** Codes of what can be the matter with a page (docs/api/links.md), by the text that says it: a key of `detail.reasons`. */
const codes = {
  status: ["http-status", "malformed-response"],
  timeout: ["timeout"],
  connection: ["connect-failed", "connection-lost", "dns-temporary"],
  name: ["dns-failure"],
  tls: ["tls-failed"],
  large: ["too-large"],
  redirects: ["too-many-redirects", "bad-redirect"],
  kind: ["unsupported-content"],
  blocked: ["invalid-url", "blocked-address", "blocked-port", "blocked-scheme"],
  login: ["wall-login"],
  bots: ["wall-bot-check"],
  consent: ["wall-consent"],
  wallError: ["wall-error"],
  gaveUp: ["gave-up"],
} as const satisfies Record<string, readonly string[]>;

export type ReasonKey = keyof typeof codes | "unknown";

const keys = new Map<string, ReasonKey>(
  Object.entries(codes).flatMap(([key, those]) => those.map((code) => [code, key as ReasonKey])),
);

/** What says why a page could not be read. A code that is not known, or none, says no more than that. */
export const reasonKey = (code: string | null | undefined): ReasonKey => keys.get(code ?? "") ?? "unknown";
