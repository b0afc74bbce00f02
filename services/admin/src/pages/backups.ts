import { type Html, html } from "./html.ts";
import { age, instant } from "./times.ts";

/** Backups that this process takes by schedule, and the drill that restores the newest. */
export interface BackupState {
  readonly newest: { readonly file: string; readonly at: Date } | undefined;
  readonly drill: { readonly file: string; readonly at: Date; readonly seconds: number } | undefined;
  /** Milliseconds; undefined where none are taken by schedule. */
  readonly everyMs: number | undefined;
  readonly drillEveryMs: number | undefined;
}

/** Where the page reads them. */
export interface BackupSource {
  state(): Promise<BackupState>;
}

/** Whether something is missing, or has missed a turn. */
const isLate = (at: Date | undefined, everyMs: number | undefined, now: Date): boolean =>
  at === undefined || (everyMs !== undefined && now.getTime() - at.getTime() > 2 * everyMs);

export function backupsPart({ newest, drill, everyMs, drillEveryMs }: BackupState, now: Date): Html {
  const backup =
    newest === undefined
      ? html`There is no backup yet.`
      : html`The newest backup is of ${instant(newest.at)}, ${age(newest.at, now)} ago: <code>${newest.file}</code>.`;
  const restored =
    drill === undefined
      ? html`No backup was restored for a trial yet.`
      : html`The drill last succeeded at ${instant(drill.at)}, ${age(drill.at, now)} ago: <code>${drill.file}</code> was restored in ${drill.seconds} s.`;
  return html`<section>
<h2 id="backups">Backups</h2>
<p class="${isLate(newest?.at, everyMs, now) ? "fault" : "well"}">${backup}</p>
<p class="${isLate(drill?.at, drillEveryMs, now) ? "fault" : "well"}">${restored}</p>
</section>`;
}
