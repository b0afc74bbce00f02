import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { millisecondsOf } from "./settings.ts";

const HOUR = 3_600_000;

test.each([
  ["24h", 24 * HOUR],
  ["10m", HOUR / 6],
  ["7d", 7 * 24 * HOUR],
])("BACKUP_EVERY=%s is understood", (BACKUP_EVERY, milliseconds) => {
  const { BACKUP_EVERY: every, BACKUP_KEEP } = readSettings({ BACKUP_EVERY, BACKUP_TO: "/srv/backups" });
  expect([millisecondsOf(every), BACKUP_KEEP]).toEqual([milliseconds, 14]);
});

test.each(["9m", "366d", "24", "h", "1.5h", "-1h", "24h; rm", "99999999h"])(
  "BACKUP_EVERY=%s is refused",
  (BACKUP_EVERY) => {
    expect(() => readSettings({ BACKUP_EVERY, BACKUP_TO: "/srv/backups" })).toThrow(
      /BACKUP_EVERY must be minutes, hours or days/,
    );
  },
);

test.each([{ BACKUP_EVERY: "24h" }, { DRILL_EVERY: "7d" }])("%j without a folder is refused", (schedule) => {
  expect(() => readSettings(schedule)).toThrow(/BACKUP_TO is missing/);
});

test("by default nothing is scheduled", () => {
  const { BACKUP_EVERY, DRILL_EVERY } = readSettings({});
  expect([millisecondsOf(BACKUP_EVERY), millisecondsOf(DRILL_EVERY)]).toEqual([undefined, undefined]);
});
