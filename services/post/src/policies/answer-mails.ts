import {
  type CommandClient,
  type HandlerResult,
  type Journal,
  JournalConflict,
  type Logger,
  replyTag,
  type StoredEvent,
} from "@satchel/chassis";
import {
  aggregateSubject,
  ANSWER_SECONDS,
  type AnswersSwitched,
  answersSubject,
  type EventOf,
  type LinkId,
  type MailAccepted,
  type MailCommanded,
  MailCommandsDone,
  type MailId,
  MessageIdField,
  type UserId,
} from "@satchel/contracts";
import { Value } from "typebox/value";
import { v5 } from "uuid";
import { type CarryOutDeps, carryOut } from "../commands/carry-out.ts";
import { broughtBy, readMail } from "../commands/mails.ts";
import { sendTo } from "../commands/send.ts";
import {
  annotationOf,
  composeArticle,
  composeChanged,
  composeFault,
  composeResults,
  composeUndone,
  inOrder,
} from "../domain/command-answers.ts";
import type { Answer, Desk } from "../domain/compose.ts";
import { composeReceipt } from "../domain/receipt.ts";
import { wordingIn } from "../domain/wordings.ts";
import { OUTCOME_MS, OUTCOME_WAIT_MS } from "../limits.ts";

interface AnswerDeps extends CarryOutDeps {
  readonly journal: Pick<Journal, "append" | "last">;
  readonly client: CommandClient;
  /** The installation's key: reply tokens are made with it. */
  readonly key: string;
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** A mail that may be answered. */
interface Mail {
  readonly userId: UserId;
  readonly mailId: MailId;
  readonly event: StoredEvent;
  readonly data: EventOf<typeof MailAccepted>["data"] | EventOf<typeof MailCommanded>["data"];
}

/**
 * Answers the mails of accounts that have switched it on, each at least once: what the commands of a mail do is done before it is
 * answered, and every step is recognised when it is repeated. Who sent the mail, and that no machine did, was checked before it
 * was stored (decision 22).
 */
export const answerMails =
  (deps: AnswerDeps) =>
  async (event: StoredEvent): Promise<HandlerResult> => {
    const { at } = event;
    if (at.kind !== "aggregate" || (event.type !== "MailAccepted" && event.type !== "MailCommanded")) return "done";
    const mail = { userId: at.userId, mailId: at.aggregateId as MailId, event, data: event.data as Mail["data"] };
    return event.type === "MailAccepted" ? sendReceipt(deps, mail) : obey(deps, mail);
  };

/** Where an answer to a mail is written; undefined where it gets none: answers are off, or it is too old. */
async function deskFor(deps: AnswerDeps, { userId, event, data }: Mail): Promise<Desk | undefined> {
  if (deps.now() - event.time.getTime() > ANSWER_SECONDS * 1000) return undefined;
  const switched = await deps.journal.last(answersSubject(userId));
  const { isOn, language } = (switched?.data ?? { isOn: false, language: "en" }) as EventOf<
    typeof AnswersSwitched
  >["data"];
  return isOn
    ? {
        wording: wordingIn(language),
        address: data.sender,
        subject: data.subject,
        origin: deps.publicUrl.replace(/\/$/, ""),
      }
    : undefined;
}

async function sendReceipt(deps: AnswerDeps, mail: Mail): Promise<HandlerResult> {
  const { tables, journal, now } = deps;
  const { userId, mailId, event } = mail;
  const desk = await deskFor(deps, mail);
  if (desk === undefined) return "done";
  const stored = await readMail(journal, userId, mailId);
  if (stored?.kind !== "links") return "done";
  const { outcome } = stored;
  if (outcome === undefined) {
    const waited = now() - event.time.getTime();
    // Less and less often, for the links service may be away.
    return waited < OUTCOME_WAIT_MS ? { deferFor: Math.max(OUTCOME_MS, Math.round(waited / 2)) } : "done";
  }
  const { saved, known } = broughtBy(outcome);
  const ids = [...saved, ...known];
  const [links, folder] = await Promise.all([
    tables.findLinks(userId, ids),
    outcome.folderId === undefined ? undefined : tables.folderName(userId, outcome.folderId),
  ]);
  const data = mail.data as EventOf<typeof MailAccepted>["data"];
  return send(deps, mail, composeReceipt(desk, { mail: data, outcome, links, folder }));
}

/** Carries out the commands of a mail, records what they did, and answers. */
async function obey(deps: AnswerDeps, mail: Mail): Promise<HandlerResult> {
  const { userId, mailId, event } = mail;
  const data = mail.data as EventOf<typeof MailCommanded>["data"];
  const stored = await readMail(deps.journal, userId, mailId);
  if (stored?.kind !== "commands") return "done";
  const commands = { userId, mailId, mail: data, eventId: event.id };
  const done = stored.done ?? (await record(deps, mail, await carryOut(deps, commands)));
  const desk = await deskFor(deps, mail);
  return desk === undefined ? "done" : send(deps, mail, await compose(deps, mail, desk, done));
}

type Done = EventOf<typeof MailCommandsDone>["data"];

/** Appends what commands did, once: that of the first worker counts. */
async function record({ journal }: AnswerDeps, { userId, mailId, event: mail }: Mail, data: Done): Promise<Done> {
  const subject = aggregateSubject(userId, "post", mailId);
  const event = { id: v5("commands done", mail.id), type: MailCommandsDone.type, data };
  const last = await journal.last(subject);
  try {
    await journal.append({ subject, event, expected: last?.sequence ?? 0 });
    return data;
  } catch (error) {
    if (!(error instanceof JournalConflict)) throw error;
    return ((await journal.last(subject))?.data as Done | undefined) ?? data;
  }
}

async function compose(deps: AnswerDeps, mail: Mail, desk: Desk, { outcome }: Done): Promise<Answer> {
  const { tables } = deps;
  const { userId } = mail;
  const { commands } = mail.data as EventOf<typeof MailCommanded>["data"];
  const linkOf = async (id: LinkId) => (await tables.findLinks(userId, [id])).get(id);
  switch (outcome.kind) {
    case "changed":
      return composeChanged(desk, outcome, annotationOf(commands));
    case "undone":
      return composeUndone(desk, outcome);
    case "results": {
      const [search] = commands;
      const links = inOrder(outcome.linkIds, await tables.findLinks(userId, outcome.linkIds));
      return composeResults(desk, search?.kind === "search" ? search.words : "", links, outcome.hasMore);
    }
    case "article": {
      const [link, article] = await Promise.all([linkOf(outcome.linkId), tables.findArticle(userId, outcome.linkId)]);
      if (link === undefined) return composeFault(desk, "no-such-result", undefined);
      return article === undefined ? composeFault(desk, "no-article", link) : composeArticle(desk, link, article);
    }
    case "nothing":
      return composeFault(desk, outcome.fault, outcome.linkId === undefined ? undefined : await linkOf(outcome.linkId));
  }
}

async function send(
  { client, key, now, logger }: AnswerDeps,
  { userId, mailId, event, data }: Mail,
  { content, takesReplies }: Answer,
): Promise<HandlerResult> {
  const thread = Value.Check(MessageIdField, data.messageId)
    ? { inReplyTo: data.messageId, references: [data.messageId] }
    : {};
  const mail = {
    userId,
    email: data.sender,
    kind: "answer" as const,
    content,
    ...thread,
    ...(takesReplies ? { replyTag: replyTag(key, userId, mailId, now()) } : {}),
  };
  return sendTo({ client, logger }, mail, v5("answer", event.id));
}
