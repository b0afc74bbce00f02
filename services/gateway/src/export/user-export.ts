import type { StoredEvent } from "@satchel/chassis";
import {
  ACCOUNT_EXPORT_VERSION,
  type ApiToken,
  type Capture,
  type ConnectedSignIn,
  type Feed,
  type Folder,
  type KeptShare,
  type Link,
  type MailSettings,
  type SecretAddress,
  type ListedHighlight,
  type Passkey,
  type Rule,
  type Session,
  type Subscription,
  type User,
  type Webhook,
} from "@satchel/contracts";
import { EXPORT_CHUNK_CHARS } from "../limits.ts";

/** Everything about an account. Long lists are read while they are written. */
export interface UserExport {
  readonly profile: User;
  readonly sessions: readonly Session[];
  readonly passkeys: readonly Passkey[];
  readonly sign_ins: readonly ConnectedSignIn[];
  readonly tokens: readonly ApiToken[];
  readonly feeds: readonly Feed[];
  readonly shares: readonly Omit<KeptShare, "name">[];
  readonly webhooks: readonly Webhook[];
  readonly subscriptions: readonly Subscription[];
  readonly secretAddresses: readonly SecretAddress[];
  readonly mailSettings: MailSettings;
  /** Senders of newsletters. */
  readonly mutedSenders: readonly string[];
  readonly rules: readonly Rule[];
  readonly folders: readonly Folder[];
  readonly links: AsyncIterable<Link>;
  readonly captures: AsyncIterable<Capture>;
  readonly highlights: AsyncIterable<ListedHighlight>;
  readonly events: AsyncIterable<StoredEvent>;
}

/** Short lists, in the order in which they are written. */
const LISTS = ["sessions", "passkeys", "sign_ins", "tokens", "feeds", "shares", "webhooks", "subscriptions"] as const;

/**
 * Writes an export as one JSON object, piece by piece: each is read when the piece before it was sent, so a slow reader
 * costs no memory, and a disconnect ends the reading.
 */
export async function* writeExport(all: UserExport): AsyncGenerator<string> {
  const { profile, folders, links, captures, highlights, rules, events } = all;
  yield `{"satchel_account":${ACCOUNT_EXPORT_VERSION}`;
  yield `,\n"profile":${JSON.stringify(profile)}`;
  yield `,\n"addresses":${JSON.stringify(profile.sender_emails)}`;
  for (const name of LISTS) yield `,\n"${name}":${JSON.stringify(all[name])}`;
  yield `,\n"secret_addresses":${JSON.stringify(all.secretAddresses)}`;
  yield `,\n"mail":${JSON.stringify(all.mailSettings)}`;
  yield `,\n"muted_senders":${JSON.stringify(all.mutedSenders)}`;
  yield `,\n"folders":${JSON.stringify(folders)}`;
  yield `,\n"links":`;
  yield* writeArray(links, (link) => link);
  yield `,\n"captures":`;
  yield* writeArray(captures, (capture) => capture);
  yield `,\n"events":`;
  yield* writeArray(events, toExported);
  // An import reads these when it has the folders and links that they name.
  yield `,\n"rules":${JSON.stringify(rules)}`;
  yield `,\n"highlights":`;
  yield* writeArray(highlights, (highlight) => highlight);
  yield "}\n";
}

/** Writes an array, one element on a line, in pieces of about {@link EXPORT_CHUNK_CHARS}. */
async function* writeArray<T>(items: AsyncIterable<T>, show: (item: T) => unknown): AsyncGenerator<string> {
  let piece = "[";
  let separator = "\n";
  for await (const item of items) {
    piece += separator + JSON.stringify(show(item));
    separator = ",\n";
    if (piece.length < EXPORT_CHUNK_CHARS) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}]`;
}

/** An event of the journal in an export. `correlation` is the id of the request or mail that caused it. */
const toExported = ({ sequence, id, type, version, time, at, correlation, data }: StoredEvent) => ({
  sequence,
  id,
  type,
  version,
  time,
  context: at.kind === "aggregate" ? at.context : at.kind,
  aggregate: at.kind === "aggregate" ? (at.aggregateId ?? null) : at.addressKey,
  correlation: correlation.correlationId,
  data,
});
