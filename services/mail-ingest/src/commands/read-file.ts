import { type BlobStore, type CommandClient, type CommandOutcome, readFileName, sentFileName } from "@satchel/chassis";
import {
  laterTexts,
  leftOutTexts,
  letterUrl,
  type PayloadOf,
  type ReadFile,
  type ResultOf,
  SatchelError,
  texts,
} from "@satchel/contracts";
import { type FileReader, ReaderUnavailable, UnreadableMail } from "../reading/mail-reader.ts";
import { hasNoRoom } from "./room.ts";

interface Deps {
  readonly documents: BlobStore;
  readonly commands: CommandClient;
  readonly reader: FileReader;
}

/** Reads a file that its owner sent, as attachments are read ({@link ReadFile}). Repeated, it stores the same again. */
export const readFile =
  ({ documents, commands, reader }: Deps) =>
  async ({
    userId,
    version,
    name,
    host,
  }: PayloadOf<typeof ReadFile>): Promise<CommandOutcome<ResultOf<typeof ReadFile>>> => {
    const octets = await documents.get(sentFileName(userId, version));
    if (octets === undefined) throw new SatchelError("not-found", laterTexts.files.lost);
    if (await hasNoRoom(commands, userId)) throw new SatchelError("full", leftOutTexts["no-room"]);
    const content = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
    const read = await reader.read({ content, name, mailUrl: letterUrl(`${version}@${host}`) }, userId).catch(reasonOf);
    if (typeof read === "string") throw new SatchelError("rejected", leftOutTexts[read]);
    await documents.put(readFileName(userId, version), read.packed);
    return { result: { item: { ...read.item, version } } };
  };

function reasonOf(error: unknown): "unreadable" {
  if (error instanceof UnreadableMail) return "unreadable";
  if (error instanceof ReaderUnavailable) {
    throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 });
  }
  throw error;
}
