/** What a webhook can be sent: the types of Standard Webhooks' payloads. */
export const WEBHOOK_EVENTS = [
  "link.saved",
  "link.described",
  "link.kept",
  "link.highlighted",
  "link.deleted",
] as const;
