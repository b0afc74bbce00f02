import { REMINDER_SECONDS } from "@satchel/contracts";

/** The earliest time of a reminder: an undo may set one again that has come already. */
const EARLIEST = Date.UTC(2000, 0);

/** Whether a text in the form of an instant is a time at which a link can be shown again. */
export function isReminderTime(text: string, now: Date): boolean {
  const at = new Date(text).getTime();
  return at >= EARLIEST && at <= now.getTime() + REMINDER_SECONDS * 1000;
}
