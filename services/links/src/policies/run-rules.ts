import {
  type CommandClient,
  ConcurrencyLimit,
  type CopyTexts,
  firstOf,
  type HandlerResult,
  type Logger,
  type StoredEvent,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type CopyId,
  type EventOf,
  isTriedAt,
  linkOfArchive,
  type LinkChanged,
  type LinkId,
  type LinkSaved,
  type PageKept,
  READ_YOUR_WRITES_MS,
  RECOGNISED_EVENTS,
  type Rule,
  type RuleEffects,
  type RuleStage,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import { executeOnLink } from "../commands/execute-on-link.ts";
import { knowsFolder } from "../commands/known-folders.ts";
import { linksPosition, type LoadDeps, loadLink } from "../commands/load.ts";
import { isFirst, type LinkLife, readLife } from "../commands/read-life.ts";
import type { LinkState } from "../domain/link-state.ts";
import { wantedBy } from "../domain/rules/changes.ts";
import { folded, matcherOf } from "../domain/rules/matching.ts";
import { actedBy, decideRuled, rulesOf } from "../domain/rules/ruled.ts";
import { RULES_LAG_MS } from "../limits.ts";
import { findFacts } from "../queries/rule-facts.ts";
import { foldLongText, includesAny } from "../queries/rule-texts.ts";
import type { RuleStore } from "../store/rules.ts";
import { carryOut } from "./rule-effects.ts";

interface RunRulesDeps extends LoadDeps {
  readonly rules: RuleStore;
  readonly texts: Pick<CopyTexts, "get">;
  readonly client: CommandClient;
  readonly logger: Logger;
}

/** A stage that a link has reached. */
interface ReachedStage {
  readonly userId: UserId;
  readonly linkId: LinkId;
  readonly stage: RuleStage;
  readonly event: StoredEvent;
}

/** The events by which a link reaches a stage for the first time. `PageUnreachable`: its title is all that will be known. */
const STAGES: Readonly<Record<string, RuleStage>> = {
  LinkSaved: "saved",
  PageDescribed: "described",
  PageUnreachable: "described",
  PageKept: "kept",
};
const DESCRIBED = new Set(["PageDescribed"]);
const TRIED = new Set(["PageDescribed", "PageUnreachable"]);
const KEPT = new Set(["PageKept"]);

/**
 * Tries the rules of an account with a link that was saved, described or kept: once for each link and stage, whatever is
 * redelivered, for the id of their event follows from the save and the stage. Rules follow facts alone, never what another
 * rule did, so there are no loops. What the event says that they do beside changing the link is carried out after it, by
 * commands whose ids follow from it.
 */
export const runRules =
  (deps: RunRulesDeps) =>
  async (event: StoredEvent, attempt: number): Promise<HandlerResult> => {
    const stage = STAGES[event.type];
    const { at } = event;
    if (stage === undefined || at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    // The history of another account that is imported.
    if (event.importedAt !== undefined) return "done";
    const { userId } = at;
    const rules = await deps.rules.list(userId);
    const tried = rules.filter((rule) => rule.is_on && isTriedAt(rule, stage));
    // A repeated attempt may have to complete what an earlier one began, whatever the rules are by now.
    if ((stage === "kept" ? rules : tried).length === 0 && attempt === 1) return "done";
    const linkId = linkOfArchive(at.aggregateId);
    const life = await readLife(deps.journal, userId, linkId);
    if (life === undefined) return "done";
    const reached = { userId, linkId, stage, event };
    if (!(await isReached(deps, reached, life))) return "done";
    if (stage === "kept") await dropUnwanted(deps, reached, life);
    const id = v5(`rules ${stage}`, life.saved.id);
    const before = life.since.find((one) => one.id === id);
    if (before !== undefined) {
      await carryOut(deps, effectsOf(before), effectTarget(reached, life, id));
      return "done";
    }
    if (tried.length === 0) return "done";
    // What the archive says is in no table of links: then they must show the link's own last event.
    const shown = stage === "kept" ? (life.since[0] ?? life.saved).sequence : event.sequence;
    if (!(await deps.progress.reached(linksPosition(userId, shown), READ_YOUR_WRITES_MS))) {
      return { deferFor: RULES_LAG_MS };
    }
    const matching = await matchingRules(deps, reached, life, tried);
    if (matching.length === 0) return "done";
    const effects = await act(deps, reached, { id, attempt, matching });
    await carryOut(deps, effects, effectTarget(reached, life, id));
    return "done";
  };

const effectsOf = (event: StoredEvent): RuleEffects => rulesOf(event)?.effects ?? {};

/** Whether an event is the first of its stage in this life of the link. */
async function isReached({ journal }: RunRulesDeps, reached: ReachedStage, { saved }: LinkLife): Promise<boolean> {
  const { userId, linkId, stage, event } = reached;
  const { movedFrom } = saved.data as EventOf<typeof LinkSaved>["data"];
  // A link that replaces another one is as that one was, and an imported history is over.
  if (movedFrom !== undefined || saved.importedAt !== undefined) return false;
  if (stage === "saved") return event.id === saved.id;
  if (event.sequence < saved.sequence) return false;
  const range = { after: saved.sequence, before: event.sequence };
  if (stage === "kept") return isFirst(journal, { userId, context: "archive", linkId }, { types: KEPT, ...range });
  const types = event.type === "PageUnreachable" ? TRIED : DESCRIBED;
  return isFirst(journal, { userId, context: "enrichment", linkId }, { types, ...range });
}

/**
 * Deletes a copy that was being made while a rule said, when the link was saved, that none is kept; unless its owner has
 * asked for one since.
 */
async function dropUnwanted(
  deps: RunRulesDeps,
  { userId, linkId, event }: ReachedStage,
  { since }: LinkLife,
): Promise<void> {
  const { version, source } = event.data as EventOf<typeof PageKept>["data"];
  const rule = since.find((one) => effectsOf(one).keep !== undefined);
  if (rule === undefined || effectsOf(rule).keep !== false || source !== "fetch") return;
  const subject = aggregateSubject(userId, "archive", linkId);
  const asked = await firstOf(
    deps.journal.readBack(subject, event.sequence),
    ({ type, data, sequence }) =>
      sequence > rule.sequence &&
      (type === "CopyRequested" || (type === "LinkKeepingChanged" && (data as { isOn: unknown }).isOn !== false)),
    RECOGNISED_EVENTS,
  );
  if (asked !== undefined) return;
  await carryOut(deps, { keep: false }, { userId, linkId, id: rule.id, version, sender: undefined });
}

/** This process searches one text at a time, and accounts take turns: one account may have 50 rules with 20 words each. */
const turns = new ConcurrencyLimit({ concurrency: 1 });

/** The rules whose conditions hold, and that have not acted on this link yet. */
async function matchingRules(
  deps: RunRulesDeps,
  { userId, linkId, stage, event }: ReachedStage,
  { saved, since }: LinkLife,
  tried: readonly Rule[],
): Promise<Rule[]> {
  const acted = actedBy(since);
  const left = tried.filter(({ id }) => !acted.has(id));
  if (left.length === 0) return [];
  const asksDuplicate = left.some(({ conditions }) => conditions.some(({ kind }) => kind === "duplicate"));
  const found = await findFacts(deps.db, userId, linkId, asksDuplicate);
  if (found === undefined || found.row.deleted_at !== null) return [];
  const { origin, folderId = null } = saved.data as EventOf<typeof LinkSaved>["data"];
  // As it was saved: where it is by now is a person's doing, or a rule's.
  const link = folded({ ...found.facts, source: origin.kind, isUnfiled: folderId === null });
  const matching: Rule[] = [];
  let text: string | undefined;
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => turns.run("texts", work, { owner: userId });
  for (const rule of left) {
    const matcher = matcherOf(rule);
    if (!matcher.matches(link)) continue;
    const { textWords } = matcher;
    if (textWords !== undefined) {
      if (stage !== "kept") continue;
      const { version } = event.data as EventOf<typeof PageKept>["data"];
      text ??= await inTurn(async () => foldLongText((await deps.texts.get({ userId, linkId, version })) ?? ""));
      const content = text;
      if (!(await inTurn(() => includesAny(content, textWords)))) continue;
    }
    matching.push(rule);
  }
  return matching;
}

interface RuleRun {
  /** Of the event. */
  readonly id: string;
  readonly attempt: number;
  readonly matching: readonly Rule[];
}

/** Appends what the rules do, by compare-and-set. @returns their effects, also those of an earlier attempt */
async function act(
  deps: RunRulesDeps,
  { userId, linkId, stage }: ReachedStage,
  { id, attempt, matching }: RuleRun,
): Promise<RuleEffects> {
  const actions = matching.flatMap((rule) => rule.actions);
  const known = new Set<number>();
  for (const action of actions) {
    if (action.kind === "move" && (await knowsFolder(deps, userId, action.folder_id))) known.add(action.folder_id);
  }
  const wanted = wantedBy(actions, (folderId) => known.has(folderId));
  interface State {
    readonly link: LinkState | undefined;
    readonly life: LinkLife | undefined;
  }
  const { result } = await executeOnLink<State, RuleEffects>(
    deps,
    { userId, linkId },
    {
      context: { commandId: id, retry: attempt > 1 },
      load: async (sequence) => {
        const { state: link, revision } = await loadLink(deps, userId, linkId, sequence);
        // Read after the row, so that it has the event of the row's revision. A later one makes the append fail.
        return { state: { link, life: await readLife(deps.journal, userId, linkId) }, revision };
      },
      decide: ({ link, life }) =>
        decideRuled(life === undefined ? undefined : link, { stage, matching, wanted, since: life?.since ?? [] }),
      resultOf: ({ data }) => (data as EventOf<typeof LinkChanged>["data"]).byRules?.effects ?? {},
    },
  );
  return result;
}

const effectTarget = ({ userId, linkId, stage, event }: ReachedStage, { saved }: LinkLife, id: string) => {
  const { origin } = saved.data as EventOf<typeof LinkSaved>["data"];
  const version: CopyId | undefined = stage === "kept" ? (event.data as { version: CopyId }).version : undefined;
  return { userId, linkId, id, version, sender: origin.kind === "letter" ? origin.sender : undefined };
};
