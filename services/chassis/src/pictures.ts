import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { DeliverPolicy, jetstream, type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { type ObjectInfo, type ObjectStore, Objm } from "@nats-io/obj";
import { PICTURES, type PictureKey, type PictureSize } from "@satchel/contracts";
import type { Bus } from "./bus/connect.ts";
import { overwriteObject } from "./bus/overwrite-object.ts";
import { opening } from "./bus/opening.ts";
import { keepCopies } from "./bus/streams.ts";

/** A stored picture in one or two sizes, each written by this system from the pixels of the original. */
export interface Picture {
  /** The media type of both. */
  readonly type: string;
  readonly small: Uint8Array;
  /** Undefined where the original is no larger than the small picture, which then serves for both. */
  readonly large?: Uint8Array | undefined;
}

export interface ShownPicture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What is known of a stored picture without reading it. */
export interface KeptPicture {
  readonly key: PictureKey;
  /** Octets of all its sizes. */
  readonly bytes: number;
  /** When it was last stored, in milliseconds since 1970. */
  readonly keptAt: number;
}

/** Preview pictures and icons, named by the SHA-256 of their octets: the same picture is stored once. */
export interface Pictures {
  /** @throws when the store is full or can't be reached */
  put(picture: Picture): Promise<PictureKey>;
  /** One size of a picture; undefined when it is not kept. */
  get(key: PictureKey, size: PictureSize): Promise<ShownPicture | undefined>;
  has(key: PictureKey): Promise<boolean>;
  /** Whether a picture is stored and has the sizes and the quality of this version. */
  isCurrent(key: PictureKey): Promise<boolean>;
  /**
   * The pictures that are stored when the reading begins, the oldest first, in batches.
   * @throws when the bus stops answering before the end
   */
  list(): AsyncIterable<KeptPicture>;
  /** Removes a picture unless it was stored again at this time or later, and overwrites its octets. */
  remove(key: PictureKey, keptBefore: number): Promise<void>;
}

const TYPE = "content-type";
/** The octets of the small picture, which the large one follows. Named for what it was in the first version. */
const SMALL = "card-bytes";
const ENCODING = "encoding";

/** Raised when sizes or quality change: pictures of another encoding are shown until their page is refetched. */
const CURRENT_ENCODING = "2";

/**
 * Milliseconds after which an existing picture is written again. No link refers to it before its page is described, so
 * its age protects it from the sweep: see {@link PICTURE_GRACE_MS}.
 */
const RENEW_MS = 15 * 60_000;

/** Milliseconds for which a picture stays without any link that refers to it. */
export const PICTURE_GRACE_MS = 60 * 60_000;

const STREAM = `OBJ_${PICTURES}`;

/** What the digest of an object begins with. */
const DIGEST = "SHA-256=";

/** The subjects on which the store keeps one message with the metadata of each picture (NATS ADR-20). */
const ABOUT = `$O.${PICTURES}.M.>`;

/** Pictures in one batch, and milliseconds in which the bus has to answer. */
const LISTED_AT_ONCE = 500;
const EXPIRES_MS = 5000;

/**
 * How often a picture is looked for while its octets are gone from where they were a moment ago: each time it was stored
 * once more, is being removed, or was asked of a server of the cluster that is behind. And milliseconds between two looks.
 */
const LOOKS = 5;
const LOOK_PAUSE_MS = 50;

/** Both sizes are one object, so that there is never one of them alone. */
const payloadOf = ({ small, large }: Picture): Uint8Array =>
  large === undefined ? small : Buffer.concat([small, large]);

const metadataOf = ({ type, small }: Picture): Record<string, string> => ({
  [TYPE]: type,
  [SMALL]: String(small.length),
  [ENCODING]: CURRENT_ENCODING,
});

/** Opens the bucket of pictures in JetStream's object store, making it where it does not exist. */
export async function openPictures(bus: Bus): Promise<Pictures> {
  const store: ObjectStore = await opening(() => new Objm(bus.nc).create(PICTURES, { replicas: bus.copies }));
  const jsm = await jetstreamManager(bus.nc, { checkAPI: false });
  await keepCopies(jsm, STREAM, bus.copies);
  const find = async (key: PictureKey): Promise<ObjectInfo | undefined> => {
    const info = await store.info(key);
    return info === null || info.deleted ? undefined : info;
  };

  return {
    put: async (picture) => {
      const bytes = payloadOf(picture);
      const key = createHash("sha256").update(bytes).digest("hex");
      const found = await find(key);
      if (found === undefined || Date.now() - Date.parse(found.mtime) > RENEW_MS) {
        await store.putBlob({ name: key, metadata: metadataOf(picture) }, bytes);
      }
      return key;
    },
    get: async (key, size) => {
      for (let looks = 0; looks < LOOKS; looks++) {
        const info = await find(key);
        const smallBytes = Number(info?.metadata?.[SMALL]);
        if (info === undefined || !Number.isInteger(smallBytes)) return undefined;
        const bytes = await readObject(jsm, info);
        if (bytes === undefined) {
          await delay(LOOK_PAUSE_MS);
          continue;
        }
        const hasLarge = bytes.length > smallBytes;
        const shown = size === "large" && hasLarge ? bytes.subarray(smallBytes) : bytes.subarray(0, smallBytes);
        return { type: info.metadata?.[TYPE] ?? "", bytes: shown };
      }
      return undefined;
    },
    has: async (key) => (await find(key)) !== undefined,
    isCurrent: async (key) => (await find(key))?.metadata?.[ENCODING] === CURRENT_ENCODING,
    list: () => listKept(bus, jsm),
    remove: async (key, keptBefore) => {
      const found = await find(key);
      if (found === undefined || Date.parse(found.mtime) >= keptBefore) return;
      // First: the store itself would only purge them, and their octets would stay on disk.
      await overwriteObject(bus, PICTURES, found);
      await store.delete(key);
    },
  };
}

/**
 * The octets of an object (NATS ADR-20: the messages on `$O.<bucket>.C.<nuid>`); undefined when they are gone, because the
 * object was stored once more or removed since it was looked for. The client's own `get` waits for them without end then.
 */
async function readObject(
  jsm: JetStreamManager,
  { nuid, chunks, digest }: Pick<ObjectInfo, "nuid" | "chunks" | "digest">,
): Promise<Buffer | undefined> {
  const octets: Uint8Array[] = [];
  for (let seq = 1; octets.length < chunks; ) {
    const chunk = await jsm.direct.getMessage(STREAM, { seq, next_by_subj: `$O.${PICTURES}.C.${nuid}` });
    if (chunk === null) return undefined;
    octets.push(chunk.data);
    seq = chunk.seq + 1;
  }
  const bytes = Buffer.concat(octets);
  const expected = Buffer.from(digest.slice(DIGEST.length), "base64url");
  // Overwritten meanwhile, to remove it.
  return createHash("sha256").update(bytes).digest().equals(expected) ? bytes : undefined;
}

/** The client's own list holds the metadata of all pictures in memory. */
async function* listKept(bus: Bus, jsm: JetStreamManager): AsyncGenerator<KeptPicture> {
  const last = await jsm.streams.getMessage(STREAM, { last_by_subj: ABOUT });
  if (last === null) return;
  const consumer = await jetstream(bus.nc).consumers.get(STREAM, {
    filter_subjects: ABOUT,
    deliver_policy: DeliverPolicy.All,
  });
  try {
    for (let received = 1; received > 0; ) {
      received = 0;
      for await (const message of await consumer.fetch({ max_messages: LISTED_AT_ONCE, expires: EXPIRES_MS })) {
        received++;
        // Later messages were stored or removed meanwhile.
        if (message.seq > last.seq) return;
        const { name, size, mtime, deleted } = message.json<ObjectInfo>();
        if (!deleted) yield { key: name, bytes: size, keptAt: Date.parse(mtime) };
        if (message.seq === last.seq) return;
      }
    }
    if ((await consumer.info()).num_pending > 0) throw new Error("the pictures can't be listed to the end");
  } finally {
    await consumer.delete().catch(() => false);
  }
}
