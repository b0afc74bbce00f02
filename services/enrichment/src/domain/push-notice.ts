import { shortened, singleLine } from "@satchel/chassis/html";
import { type AnyEvent, type LinkId, NOTICE_TITLE_CHARS, type PayloadOf, type PreparePush } from "@satchel/contracts";

/** What browsers are told of, and the link whose title says it. */
interface PushedEvent {
  readonly kind: "arrived" | "due";
  /** Links that arrived. */
  readonly count: number;
  /** The only one. */
  readonly linkId?: LinkId;
}

/**
 * What a notification says of an event: links that came by mail, once for each mail, or a reminder that is due. Undefined for what
 * nobody waits for.
 */
export function pushedEvent(event: AnyEvent, aggregateId: string): PushedEvent | undefined {
  if (event.type === "LinkReminderDue") return { kind: "due", count: 1, linkId: aggregateId as LinkId };
  if (event.type !== "MailWorkedThrough") return undefined;
  const { saved, known, items = [] } = event.data;
  const links = [...saved, ...known, ...items];
  const [only, ...more] = links;
  if (only === undefined) return undefined;
  return { kind: "arrived", count: links.length, ...(more.length === 0 ? { linkId: only.linkId } : {}) };
}

/** The notification in both languages. A later one about arrivals replaces it; each reminder has its own. */
export function pushNotice(
  { kind, count, linkId }: PushedEvent,
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
      tag: (linkId ?? "due").replaceAll("-", ""),
      path: "/links?q=is%3Adue",
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
