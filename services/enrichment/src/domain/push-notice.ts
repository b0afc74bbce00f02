import { shortened, singleLine } from "@satchel/chassis/html";
import { type AnyEvent, type LinkId, NOTICE_TITLE_CHARS, type PayloadOf, type PreparePush } from "@satchel/contracts";

/** What browsers are told of, and the link whose title says it. */
interface PushedEvent {
  readonly kind: "arrived" | "due" | "ruled";
  /** Links that arrived. */
  readonly count: number;
  /** The only one. */
  readonly linkId?: LinkId;
  /** The rules that say so. */
  readonly rules?: readonly string[];
}

/**
 * What a notification says of an event: links that came by mail, once for each mail, a reminder that is due, or a
 * link that a rule acted on which notifies. Undefined for what nobody waits for.
 */
export function pushedEvent(event: AnyEvent, aggregateId: string): PushedEvent | undefined {
  if (event.type === "LinkReminderDue") return { kind: "due", count: 1, linkId: aggregateId as LinkId };
  if (event.type === "LinkChanged" && event.data.byRules?.effects?.notify === true) {
    const rules = event.data.byRules.rules.map(({ name }) => name);
    return { kind: "ruled", count: 1, linkId: aggregateId as LinkId, rules };
  }
  if (event.type !== "MailWorkedThrough") return undefined;
  const { saved, known, items = [] } = event.data;
  const links = [...saved, ...known, ...items];
  const [only, ...more] = links;
  if (only === undefined) return undefined;
  return { kind: "arrived", count: links.length, ...(more.length === 0 ? { linkId: only.linkId } : {}) };
}

/** Its link's, so that another notification of the same link replaces it. */
const tagOf = (linkId: LinkId | undefined): string => (linkId ?? "link").replaceAll("-", "");

/** The notification in both languages. A later one about arrivals replaces it; of each other link there is one. */
export function pushNotice(
  { kind, count, linkId, rules = [] }: PushedEvent,
  title: string | null,
): Omit<PayloadOf<typeof PreparePush>, "userId"> {
  const shown = shortened(singleLine(title ?? ""), NOTICE_TITLE_CHARS / 2);
  const name = shown === "" ? undefined : shown;
  if (kind === "due") {
    return {
      notice: {
        en: { title: name ?? "A link comes back", body: "You wanted to see this again." },
        de: { title: name ?? "Ein Link kommt wieder", body: "Das wolltest du wieder sehen." },
      },
      tag: tagOf(linkId),
      path: "/links?q=is%3Adue",
    };
  }
  if (kind === "ruled") {
    const by = shortened(singleLine(rules.join(", ")), NOTICE_TITLE_CHARS / 2);
    return {
      notice: {
        en: {
          title: name ?? "A link for you",
          body: rules.length === 1 ? `By your rule “${by}”` : `By your rules: ${by}`,
        },
        de: {
          title: name ?? "Ein Link für dich",
          body: `${rules.length === 1 ? "Deine Regel" : "Deine Regeln"}: ${by}`,
        },
      },
      tag: tagOf(linkId),
      path: "/links",
    };
  }
  return {
    notice: {
      en: { title: name ?? (count === 1 ? "A link arrived" : `${count} links arrived`), body: "By mail" },
      de: { title: name ?? (count === 1 ? "Ein Link ist da" : `${count} Links sind da`), body: "Per Mail" },
    },
    tag: "arrived",
    path: "/links",
  };
}
