import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { StorageType } from "@nats-io/jetstream";
import { COPY_TEXTS, type CopyId, copyTextSubject, type LinkId, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { readMessages } from "../bus/messages.ts";
import { overwriteMessages } from "../bus/overwrite.ts";
import { ensureStream } from "../bus/streams.ts";

/** A version of a link's copy. */
export interface CopyKey {
  readonly userId: UserId;
  readonly linkId: LinkId;
  readonly version: CopyId;
}

interface CopyText extends CopyKey {
  readonly text: string;
  /** Of the message in the stream, for a reader that resumes. */
  readonly sequence: number;
}

/**
 * The plain texts of copies, apart from the copies themselves: a stream with one compressed message for each version, so
 * that a rebuild of the search reads all of them in one pass and no copy. A text may be there whose copy is not (yet).
 */
export interface CopyTexts {
  /** @throws when the bus does not store it */
  put(key: CopyKey, text: string): Promise<void>;
  /** The text of a version; undefined when it has none. */
  get(key: CopyKey): Promise<string | undefined>;
  /** All texts that are stored when the reading begins, in the order in which they were stored. @param after a sequence */
  read(after?: number): AsyncIterable<CopyText>;
  /** Removes the text of a version, or those of a link, and overwrites them on disk. */
  remove(key: Omit<CopyKey, "version"> & { readonly version?: CopyId }): Promise<void>;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const STREAM = {
  name: COPY_TEXTS,
  subjects: [copyTextSubject("*", "*", "*")],
  storage: StorageType.File,
  max_msgs_per_subject: 1,
  allow_direct: true,
};

/** Opens the stream, creating it if missing. */
export async function openCopyTexts(bus: Bus): Promise<CopyTexts> {
  const { js, jsm } = bus;
  await ensureStream(bus, STREAM);
  return {
    put: async ({ userId, linkId, version }, text) => {
      await js.publish(copyTextSubject(userId, linkId, version), await compress(text));
    },
    get: async ({ userId, linkId, version }) => {
      const subject = copyTextSubject(userId, linkId, version);
      const message = await jsm.streams.getMessage(COPY_TEXTS, { last_by_subj: subject });
      return message === null ? undefined : (await decompress(message.data)).toString("utf8");
    },
    read: async function* (after = 0) {
      const all = copyTextSubject("*", "*", "*");
      for await (const { subject, seq, data } of readMessages(js, jsm, all, { stream: COPY_TEXTS, after })) {
        const [, userId, linkId, version] = subject.split(".");
        const key = { userId: userId as UserId, linkId: linkId as LinkId, version: version as CopyId };
        yield { ...key, sequence: seq, text: (await decompress(data)).toString("utf8") };
      }
    },
    remove: async ({ userId, linkId, version }) => {
      await overwriteMessages(jsm, COPY_TEXTS, copyTextSubject(userId, linkId, version ?? "*"));
    },
  };
}
