import Type, { type Static } from "typebox";

/** A day on which a link is to be shown again, as a mail names it: its time is known when the zone of its owner is. */
export const RemindOn = Type.Union([
  Type.Object({ days: Type.Integer({ minimum: 1, maximum: 3650 }) }),
  Type.Object({ months: Type.Integer({ minimum: 1, maximum: 120 }) }),
  /** The next such day; 1 is Monday (ISO 8601). */
  Type.Object({ weekday: Type.Integer({ minimum: 1, maximum: 7 }) }),
  Type.Object({ date: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }) }),
]);
export type RemindOn = Static<typeof RemindOn>;
