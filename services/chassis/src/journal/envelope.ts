import { headers, type MsgHdrs } from "@nats-io/transport-node";
import {
  EVENT_BYTES,
  EventId,
  type EventDefinition,
  eventDefinitions,
  parseSubject,
  type SubjectParts,
} from "@satchel/contracts";
import { Compile } from "typebox/compile";
import {
  type Correlation,
  correlationFromHeaders,
  correlationToHeaders,
  currentCorrelation,
  newCorrelation,
} from "../correlation.ts";

/** An event to be appended. `id` is a UUID and the message's id: an event that is sent twice is stored once. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  /** When it happened; by default now. */
  readonly time?: Date;
  /** Whether it comes from the export of another account, where it happened (decision 17). */
  readonly imported?: boolean;
}

/** An event of the journal, upcast to the newest version of its type. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  /** The version of `data` after upcasting: the newest that this program knows. */
  readonly version: number;
  readonly data: unknown;
  readonly time: Date;
  readonly sequence: number;
  readonly subject: string;
  readonly at: SubjectParts;
  readonly correlation: Correlation;
  /** Whether its aggregate had no event before it, erased ones included; undefined where that is not known. */
  readonly isFirst?: boolean;
  /** When it was imported, if it comes from another account. Policies have handled it there, so they skip it. */
  readonly importedAt?: Date;
}

/** A message of the journal that can't be read as an event. It is never skipped. */
export class UnreadableEvent extends Error {
  constructor(subject: string, sequence: number, reason: string) {
    super(`The event at sequence ${sequence} (${subject}) can't be read: ${reason}`);
    this.name = "UnreadableEvent";
  }
}

/** An event that a newer version of Satchel has written: only a newer program than this one can read it. */
export class NewerEvent extends UnreadableEvent {
  constructor(subject: string, sequence: number, what: string) {
    super(subject, sequence, `${what}, so a newer version of Satchel wrote it; this process waits for its update`);
    this.name = "NewerEvent";
  }
}

const header = {
  id: "Nats-Msg-Id",
  type: "Satchel-Type",
  version: "Satchel-Version",
  time: "Satchel-Time",
  importedAt: "Satchel-Imported-At",
} as const;

const isEventId = Compile(EventId);

const validators = new Map<string, ReturnType<typeof Compile>>();
function validatorOf(definition: EventDefinition) {
  let validator = validators.get(definition.type);
  if (validator === undefined) {
    validator = Compile(definition.data);
    validators.set(definition.type, validator);
  }
  return validator;
}

/**
 * Encodes an event as a message.
 * @throws Error when its id is no UUID, its type is unknown or belongs to another context than the subject, its data is
 * not of its schema or over {@link EVENT_BYTES}. That is a bug of the caller, which has validated user input before.
 */
export function encodeEvent(subject: string, event: NewEvent): { payload: Uint8Array; headers: MsgHdrs } {
  const definition = eventDefinitions.get(event.type);
  if (definition === undefined) throw new Error(`No event is called ${event.type}`);
  if (!isEventId.Check(event.id)) throw new Error(`The id of ${event.type} is no UUID`);
  const at = parseSubject(subject);
  const context = at?.kind === "aggregate" ? at.context : at?.kind === "address" ? "addresses" : undefined;
  if (context !== definition.context) throw new Error(`${event.type} does not belong on ${subject}`);
  const validator = validatorOf(definition);
  if (!validator.Check(event.data)) {
    const [first] = validator.Errors(event.data);
    throw new Error(`Data of ${event.type} is not valid: ${first?.instancePath} ${first?.message}`);
  }
  const payload = new TextEncoder().encode(JSON.stringify(event.data));
  if (payload.length > EVENT_BYTES) throw new Error(`Data of ${event.type} is over ${EVENT_BYTES} octets`);
  const fields = headers();
  fields.append(header.id, event.id);
  fields.append(header.type, event.type);
  fields.append(header.version, String(definition.version));
  fields.append(header.time, (event.time ?? new Date()).toISOString());
  if (event.imported === true) fields.append(header.importedAt, new Date().toISOString());
  for (const [name, value] of correlationToHeaders(currentCorrelation() ?? newCorrelation()))
    fields.append(name, value);
  return { payload, headers: fields };
}

/** The parts of a message that {@link decodeEvent} needs, from a consumer (`headers`) or by direct get (`header`). */
export interface RawMessage {
  readonly subject: string;
  readonly seq: number;
  readonly data: Uint8Array;
  readonly headers?: MsgHdrs | undefined;
  readonly header?: MsgHdrs | undefined;
}

/** The id of a raw message, without reading the rest. */
export const eventIdOf = (message: Pick<RawMessage, "headers" | "header">): string =>
  (message.headers ?? message.header)?.get(header.id) ?? "";

/** The header of compare-and-set appends; the server stores it with the message. */
const EXPECTED = "Nats-Expected-Last-Subject-Sequence";

/**
 * The sequence of the event before this message in its aggregate; 0 for the first.
 * @throws {UnreadableEvent} where the header is missing: every event is appended by compare-and-set
 */
export function previousOf(message: RawMessage): number {
  const previous = (message.headers ?? message.header)?.get(EXPECTED) ?? "";
  if (/^\d+$/.test(previous) && Number(previous) < message.seq) return Number(previous);
  throw new UnreadableEvent(message.subject, message.seq, "it does not name the event that it follows");
}

/**
 * Reads a message of the journal and upcasts it to the newest version of its type.
 * @throws {NewerEvent} on a type or a version that this program does not know; {@link UnreadableEvent} on data that is
 * not JSON or not of its schema, and on a message that is not an event
 */
export function decodeEvent(message: RawMessage): StoredEvent {
  const { subject, seq: sequence } = message;
  // `MsgHdrs.get` goes through all names, each time.
  const fields = new Map(message.headers ?? message.header ?? []);
  const get = (name: string): string | undefined => fields.get(name)?.[0] || undefined;
  const fail = (reason: string): never => {
    throw new UnreadableEvent(subject, sequence, reason);
  };
  const at = parseSubject(subject) ?? fail("its subject is none of ours");
  const type = get(header.type) ?? fail("it has no type");
  const definition = eventDefinitions.get(type);
  if (definition === undefined) throw new NewerEvent(subject, sequence, `its type ${type} is unknown`);
  const version = Number(get(header.version));
  if (!Number.isInteger(version) || version < 1) fail(`its version ${version} is none`);
  if (version > definition.version) {
    const known = `${definition.version} is the newest that is known`;
    throw new NewerEvent(subject, sequence, `it is ${type} of version ${version}, and ${known}`);
  }
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(message.data));
    for (const upcast of definition.upcasts.slice(version - 1)) data = upcast(data);
  } catch (error) {
    fail(String(error));
  }
  if (!validatorOf(definition).Check(data)) fail(`its data is not of the schema of ${type}`);
  const time = new Date(get(header.time) ?? "");
  if (Number.isNaN(time.getTime())) fail("it has no time");
  const imported = get(header.importedAt);
  const importedAt = imported === undefined ? undefined : new Date(imported);
  if (Number.isNaN(importedAt?.getTime())) fail("the time of its import is no time");
  const previous = get(EXPECTED);
  return {
    id: get(header.id) ?? fail("it has no id"),
    type,
    version: definition.version,
    data,
    time,
    sequence,
    subject,
    at,
    correlation: correlationFromHeaders(get),
    ...(previous === undefined ? {} : { isFirst: previous === "0" }),
    ...(importedAt === undefined ? {} : { importedAt }),
  };
}
