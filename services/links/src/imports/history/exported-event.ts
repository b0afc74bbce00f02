import {
  type EnrichmentEvent,
  enrichmentEvents,
  EVENT_BYTES,
  eventDefinitions,
  EventId,
  type FolderEvent,
  folderEvents,
  isItem,
  type LinkEvent,
  linkEvents,
  REMINDER_SECONDS,
  timeOfInstant,
} from "@satchel/contracts";
import { Value } from "typebox/value";
import { readWebAddress } from "../../domain/canonical-url.ts";
import { cleanTags } from "../../domain/tags.ts";
import type { FaultEntry } from "../formats/index.ts";
import { isFields } from "../formats/fields.ts";
import { isSane } from "../imported-link.ts";
import { EXPORTED_EVENT_DEPTH, EXPORTED_NUMBER_MAX } from "../limits.ts";

interface ExportedPart<Owner> {
  readonly kind: "event";
  readonly id: string;
  /** The link's id in the account that it comes from; null for folders. */
  readonly aggregate: string | null;
  readonly context: Owner;
  readonly time: Date;
}

export type ExportedFolderEvent = FolderEvent & ExportedPart<"folders">;

/** A validated event of an account's export: it can be stored, and every table can hold its values. */
export type ExportedEvent =
  | ExportedFolderEvent
  | (LinkEvent & ExportedPart<"links">)
  | (EnrichmentEvent & ExportedPart<"enrichment">);

/** An event of an export that is not imported: of the account itself, a mail, an import. */
interface UnusedEvent {
  readonly kind: "unused";
}

/** An event of a mail that is an item: its text is in no event, so it is not imported. */
interface LetterEvent {
  readonly kind: "letter";
  /** The link's id in the account that it comes from. */
  readonly aggregate: string;
}

/** The contexts whose events are imported. The others concern the account: its addresses, sign-ins and mails. */
const IMPORTED = new Set(["links", "folders", "enrichment"]);

/** The events that are imported, by their names. */
const imported = new Set<string>([...linkEvents, ...folderEvents, ...enrichmentEvents].map(({ type }) => type));

/** Properties with addresses: without the first an event is useless; the others are dropped when they are not addresses. */
const ADDRESSES = new Set(["url", "finalUrl", "newUrl"]);
const FURTHER_ADDRESSES = ["canonicalUrl", "previewImageUrl", "faviconUrl"];

/** Characters of a header of the next request for a page (RFC 9110 section 5.5). */
const HEADER_VALUE = /^[\x20-\x7e]*$/;

/** Times that may be in the future: the next attempt by no more than the longest backoff, a day. */
const AHEAD_MS: Readonly<Record<string, number>> = { nextTryAt: 24 * 3600 * 1000, remindAt: REMINDER_SECONDS * 1000 };

const fault = (text: string, reason: string): FaultEntry => ({ kind: "fault", text, reason });

/**
 * Validates one event of an export (docs/api/imports.md). The file may be forged. A value that a table can't hold would stop
 * the partition for all its users, so numbers, texts and dates are validated in addition to the contract; properties that
 * the contract does not name are dropped. Ids of links and folders are still those of the other account.
 * @param now milliseconds since 1970: no event may be in the future
 */
export function readExportedEvent(value: unknown, now: number): ExportedEvent | LetterEvent | UnusedEvent | FaultEntry {
  if (!isFields(value)) return fault("", "This entry is no event.");
  const { id, type, version, time, context, aggregate } = value;
  const definition = typeof type === "string" ? eventDefinitions.get(type) : undefined;
  if (definition === undefined || definition.context !== context) {
    return fault(String(type), "Satchel knows no such event.");
  }
  if (!IMPORTED.has(definition.context) || !imported.has(definition.type)) return { kind: "unused" };
  const refuse = (reason: string): FaultEntry => fault(definition.type, reason);
  if (!Value.Check(EventId, id)) return refuse("The event has no id.");
  const isOfLink = definition.context !== "folders";
  if (isOfLink ? !Value.Check(EventId, aggregate) : aggregate !== null) return refuse("The event is about nothing.");
  if (!Number.isInteger(version) || Number(version) < 1 || Number(version) > definition.version) {
    return refuse("The event is from a newer version of Satchel.");
  }
  const at = new Date(typeof time === "string" ? time : "");
  if (!isSane(at, now)) return refuse("The date of the event can't be right.");
  if (isOfLink && isFields(value.data) && typeof value.data.url === "string" && isItem(value.data.url)) {
    return { kind: "letter", aggregate: String(aggregate) };
  }
  if (!isStorable(value.data, now)) return refuse("The event holds a value that can't be kept.");
  try {
    let newest = value.data;
    for (const upcast of definition.upcasts.slice(Number(version) - 1)) newest = upcast(newest);
    const clean: unknown = Value.Clean(definition.data, newest);
    if (!Value.Check(definition.data, clean)) return refuse("The event has not the form of its kind.");
    if (Buffer.byteLength(JSON.stringify(clean)) > EVENT_BYTES) return refuse("The event is too large.");
    const parts = { kind: "event", id, aggregate, context: definition.context, time: at, type: definition.type };
    return { ...parts, data: clean } as unknown as ExportedEvent;
  } catch {
    return refuse("The event has not the form of its kind.");
  }
}

/**
 * Whether tables can hold a value. Normalises it: see {@link tidy}.
 * @param name of the property whose value it is
 */
function isStorable(value: unknown, now: number, name = "", depth = 0): boolean {
  if (depth > EXPORTED_EVENT_DEPTH) return false;
  if (typeof value === "string") return isStorableText(value, now, name);
  if (typeof value === "number") {
    // File sizes may exceed the limit for counts, and not what a `bigint` holds.
    return Number.isSafeInteger(value) && value >= 0 && (name === "fileBytes" || value <= EXPORTED_NUMBER_MAX);
  }
  if (Array.isArray(value)) return value.every((one) => isStorable(one, now, "", depth + 1));
  if (!isFields(value)) return true;
  tidy(value as Record<string, unknown>);
  return Object.entries(value).every(([key, one]) => isStorable(one, now, key, depth + 1));
}

function isStorableText(text: string, now: number, name: string): boolean {
  // Neither is valid in Postgres.
  if (text.includes("\u0000") || !text.isWellFormed()) return false;
  if (ADDRESSES.has(name)) return readWebAddress(text) !== undefined;
  // A page's own date is stored as text.
  if (!name.endsWith("At") || name === "publishedAt") return true;
  return isSane(timeOfInstant(text), now + (AHEAD_MS[name] ?? 0));
}

/** Removes repeated tags, and addresses and validators that the fetcher can't have written. */
function tidy(fields: Record<string, unknown>): void {
  const { tags, validators } = fields;
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === "string")) {
    fields.tags = cleanTags(tags);
  }
  for (const name of FURTHER_ADDRESSES) {
    const address = fields[name];
    if (typeof address === "string" && readWebAddress(address) === undefined) delete fields[name];
  }
  if (isFields(validators) && !Object.values(validators).every((one) => HEADER_VALUE.test(String(one)))) {
    delete fields.validators;
  }
}
