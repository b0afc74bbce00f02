import Type, { type Static } from "typebox";
import { LinkId } from "../ids.ts";
import { MAILED_RESULTS, URLS_PER_MAIL } from "../limits/index.ts";
import { defineEvent } from "./define.ts";

/** Why a command by mail did nothing. */
export const MailCommandFault = Type.Enum([
  /** There is no command in the reply. */
  "not-understood",
  /** The reply came too late. */
  "too-late",
  /** The mail that is replied to saved no links. */
  "no-links",
  /** The mail that is replied to changed nothing, or all of it was changed since. */
  "nothing-to-undo",
  "no-such-result",
  "no-article",
  "invalid-search",
  /** The folder can't be made. */
  "no-folder",
]);
export type MailCommandFault = Static<typeof MailCommandFault>;

const Number = Type.Integer({ minimum: 0 });

/** What a command by mail did. */
export const MailCommandOutcome = Type.Union([
  /** `failed` are links that could not be changed; those that were as they should be are counted as neither. */
  Type.Object({ kind: Type.Literal("changed"), changed: Number, failed: Number }),
  /** `deleted` are links that are deleted again, `restored` those that are as before, `kept` those that stay as they are. */
  Type.Object({ kind: Type.Literal("undone"), deleted: Number, restored: Number, kept: Number }),
  /** In the order of the answer's numbers. */
  Type.Object({
    kind: Type.Literal("results"),
    linkIds: Type.Array(LinkId, { maxItems: MAILED_RESULTS }),
    hasMore: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal("article"), linkId: LinkId }),
  Type.Object({ kind: Type.Literal("nothing"), fault: MailCommandFault, linkId: Type.Optional(LinkId) }),
]);
export type MailCommandOutcome = Static<typeof MailCommandOutcome>;

/** The commands of a mail were carried out; then its sender is answered. Its aggregate is named by the mail's id. */
export const MailCommandsDone = defineEvent("post", "MailCommandsDone", {
  outcome: MailCommandOutcome,
  /** The links that the commands were for. */
  linkIds: Type.Array(LinkId, { maxItems: URLS_PER_MAIL }),
});

export const postEvents = [MailCommandsDone] as const;
