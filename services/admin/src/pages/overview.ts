import type { Letters, LetterState } from "../state/dead-letters.ts";
import type { PartitionState, ProjectionState } from "../state/projections.ts";
import type { QueueState } from "../state/queues.ts";
import { type BackupState, backupsPart } from "./backups.ts";
import { type Html, html } from "./html.ts";
import { button, operatorsPage } from "./layout.ts";
import { age, instant } from "./times.ts";

interface Overview {
  readonly projections: readonly ProjectionState[];
  readonly queues: readonly QueueState[];
  readonly letters: Letters;
  /** Undefined where this process takes none. */
  readonly backups: BackupState | undefined;
  /** The message of the last action. */
  readonly notice: string | undefined;
  readonly csrf: string;
  readonly now: Date;
}

export const overviewPage = ({ projections, queues, letters, backups, notice, csrf, now }: Overview): string =>
  operatorsPage({
    title: "Operator's page",
    csrf,
    part: "/admin",
    notice,
    body: html`<p class="quiet">As of ${instant(now)}. <a href="/admin">Refresh</a></p>
<section>
<h2 id="tables">Read tables</h2>
<p>A partition is behind when the journal holds events about it that its tables don't show yet. One that stays behind has
stopped at an event; <code>/health/ready</code> of the service that keeps it says at which, and why.</p>
<div class="cards">${projections.map((projection) => projectionPart(projection, csrf, now))}</div>
</section>
<section>
<h2 id="queues">Queues</h2>
${queuesTable(queues, now)}
</section>
${backups === undefined ? undefined : backupsPart(backups, now)}
<section>
<h2 id="shares">Shared pages</h2>
<p>Ends a shared folder or link for good: its address is closed within a second, and its owner can't share the same again.</p>
<form method="post" action="/admin/end-share"><input type="hidden" name="csrf" value="${csrf}">
<label for="address">Address of the shared page</label>
<input id="address" name="address" required maxlength="500" autocomplete="off" spellcheck="false">
<button>End it for good</button></form>
</section>
<section>
<h2 id="letters">Given up</h2>
${lettersPart(letters, csrf)}
</section>`,
  });

function projectionPart({ name, partitions, rebuilt }: ProjectionState, csrf: string, now: Date): Html {
  const behind = partitions.filter(({ behindSince }) => behindSince !== undefined);
  const state =
    partitions.length === 0
      ? "There are no tables."
      : behind.length === 0
        ? `All ${partitions.length} partitions are up to date.`
        : `${behind.length} of ${partitions.length} partitions are behind.`;
  const percent = rebuilt === undefined ? 0 : Math.floor(rebuilt * 100);
  return html`<article>
<h3>${name}</h3>
<p class="${behind.length === 0 && partitions.length > 0 ? "well" : "fault"}">${state}</p>
${rebuilt === undefined ? undefined : html`<p>Being rebuilt: <progress max="100" value="${percent}" aria-label="Rebuild of ${name}"></progress> ${percent} %</p>`}
<details><summary>Partitions of ${name}</summary>
<table><thead><tr><th scope="col">Partition</th><th scope="col">Shows the journal up to</th><th scope="col">Behind for</th></tr></thead>
<tbody>${partitions.map((one) => partitionRow(one, now))}</tbody></table></details>
${button("/admin/rebuild", csrf, `Rebuild ${name}`, { name: "projection", value: name })}
</article>`;
}

const partitionRow = ({ partition, sequence, behindSince }: PartitionState, now: Date): Html =>
  html`<tr><th scope="row">${partition}</th><td>${sequence}</td><td>${age(behindSince, now)}</td></tr>`;

const queuesTable = (queues: readonly QueueState[], now: Date): Html =>
  html`<div class="wide" tabindex="0" role="region" aria-labelledby="queues"><table>
<thead><tr><th scope="col">Queue</th><th scope="col">Stream</th><th scope="col">Waiting</th><th scope="col">For</th>
<th scope="col">In hand, or before a next try</th><th scope="col">Of these handed out again</th></tr></thead>
<tbody>${queues.map(
    ({ name, stream, waiting, waitingSince, inHand, redelivered }) =>
      html`<tr><th scope="row">${name}</th><td>${stream}</td><td>${waiting}</td><td>${age(waitingSince, now)}</td><td>${inHand}</td><td>${redelivered}</td></tr>`,
  )}</tbody></table></div>`;

function lettersPart({ total, first }: Letters, csrf: string): Html {
  if (first.length === 0) return html`<p class="well">Nothing was given up.</p>`;
  return html`<p>${total} ${total === 1 ? "piece" : "pieces"} of work, the oldest first${total > first.length ? `, ${first.length} of them` : ""}. They are kept for 30 days.</p>
<div class="wide" tabindex="0" role="region" aria-labelledby="letters"><table>
<thead><tr><th scope="col">Event</th><th scope="col">Queue</th><th scope="col">Given up</th><th scope="col">Tries</th><th scope="col">Why</th><th scope="col">What to do</th></tr></thead>
<tbody>${first.map((letter) => letterRow(letter, csrf))}</tbody></table></div>`;
}

function letterRow({ id, queue, time, sequence, attempts, reason, isRetried }: LetterState, csrf: string): Html {
  const field = { name: "letter", value: String(id) };
  const actions = isRetried
    ? html`Is being tried again`
    : html`${button("/admin/retry", csrf, "Try again", field, `Try event ${sequence} again`)}${button("/admin/discard", csrf, "Discard", field, `Discard event ${sequence}`)}`;
  return html`<tr><th scope="row">${sequence}</th><td>${queue}</td><td>${instant(time)}</td><td>${attempts}</td><td><bdi>${reason}</bdi></td><td class="actions">${actions}</td></tr>`;
}
