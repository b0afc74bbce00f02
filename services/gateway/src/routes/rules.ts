import { pastEffectsOf } from "@satchel/links/queries";
import {
  applyRule,
  type BulkAnswer,
  ChangeRule,
  changeRule,
  CreateRule,
  createRule,
  DeleteRule,
  deleteRule,
  laterTexts,
  ListRules,
  listRules,
  type NewRule,
  previewRule,
  RestoreRule,
  restoreRule,
  RULE_PREVIEW_LINKS,
  ruleTexts,
  SatchelError,
  type UserId,
} from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import type { Parts } from "../http/parts.ts";
import { route } from "../http/route.ts";
import { requirePlace } from "../queries/require-folder.ts";
import { changeMany, acceptPart, newBulkId } from "./bulk.ts";

const sumOf = (a: BulkAnswer, b: BulkAnswer): BulkAnswer => ({
  bulk_id: a.bulk_id,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  failed: [...a.failed, ...b.failed],
});

/** The rules of an account: what happens by itself to links that are saved (decision 92). */
export async function ruleRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { commands, perform, tables, copyTexts } = parts;
  const change = changeMany(parts);

  route(app, listRules, async ({ userId }) => {
    const { result } = await commands.send(ListRules, { userId });
    return { status: 200, body: result };
  });

  route(app, createRule, async ({ userId, body }) => {
    await requireOwn(userId, body);
    const { result, headers } = await perform(CreateRule, { userId, rule: body });
    return { status: 201, body: result.rule, headers };
  });

  route(app, changeRule, async ({ userId, params, body: { position, ...changes } }) => {
    await requireOwn(userId, changes);
    const place = position === undefined ? {} : { position };
    const { result } = await commands.send(ChangeRule, { userId, ruleId: params.id, changes, ...place });
    return { status: 200, body: result.rule };
  });

  route(app, deleteRule, async ({ userId, params }) => {
    await commands.send(DeleteRule, { userId, ruleId: params.id });
    return { status: 204, body: null };
  });

  route(app, restoreRule, async ({ userId, params }) => {
    const { result } = await commands.send(RestoreRule, { userId, ruleId: params.id });
    return { status: 200, body: result.rule };
  });

  route(app, previewRule, async ({ userId, body }) => {
    await requireOwn(userId, body);
    const { changed, unchanged, textsUnread } = await tables.matchRule(userId, body, copyTexts.get);
    const shown = changed.slice(0, RULE_PREVIEW_LINKS);
    const found = new Map((await tables.findLinks(userId, shown)).map((link) => [link.id, link]));
    const links = shown.flatMap((id) => found.get(id) ?? []);
    return { status: 200, body: { changed: changed.length, unchanged, texts_unread: textsUnread, links } };
  });

  route(app, applyRule, async ({ userId, params }) => {
    const { result } = await commands.send(ListRules, { userId });
    const rule = result.rules.find(({ id }) => id === params.id);
    if (rule === undefined) throw new SatchelError("not-found", ruleTexts.notFound);
    const { wanted, changed, affected } = await tables.matchRule(userId, rule, copyTexts.get);
    const { effects, tags, ...fields } = wanted;
    const tagging = tags === undefined ? {} : { tags: [...tags] };
    const action = { kind: "rule" as const, ruleId: rule.id, name: rule.name, ...fields, ...tagging };
    const bulkId = newBulkId();
    // One call, though only some of its links are not read or kept as the rule wants: histories name what was changed.
    const [some, others] = [changed.filter((id) => affected.has(id)), changed.filter((id) => !affected.has(id))];
    const first = await change(userId, bulkId, { ...action, effects: pastEffectsOf(effects) }, [some]);
    const second = await change(userId, bulkId, action, [others]);
    const answer = sumOf(first.answer, second.answer);
    const { headers } = acceptPart({
      answer,
      headers: { ...first.headers, ...second.headers },
      away: first.away ?? second.away,
    });
    return { status: 200, body: answer, headers };
  });

  /** @throws {SatchelError} `not-found` for a folder or an e-reader that the account does not have */
  async function requireOwn(userId: UserId, { actions = [] }: Partial<NewRule>): Promise<void> {
    for (const action of actions) {
      if (action.kind === "move") await requirePlace(tables, userId, action.folder_id);
      if (action.kind === "send") {
        const readers = await tables.listReaders(userId);
        const isKnown = readers.some(({ email, is_confirmed }) => email === action.email && is_confirmed);
        if (!isKnown) throw new SatchelError("not-found", laterTexts.senderEmails.notFound);
      }
    }
  }
}
