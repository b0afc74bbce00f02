import { createHash } from "node:crypto";
import { PICTURES, type PictureKey, type PictureSize } from "@satchel/contracts";
import type { Bus } from "./bus/connect.ts";
import { openObjectBucket } from "./bus/object-bucket.ts";

/** A stored picture in one or two sizes, each written by this system from the pixels of the original. */
export interface Picture {
  /** The media type of both. */
  readonly type: string;
  readonly small: Uint8Array;
  /** Undefined where the original is no larger than the small picture, which then serves for both. */
  readonly large?: Uint8Array | undefined;
}

/** One size of a picture. */
interface PictureFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The metadata of a stored picture. */
export interface PictureEntry {
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
  get(key: PictureKey, size: PictureSize): Promise<PictureFile | undefined>;
  /** Whether a picture is stored and has the sizes and the quality of this version. */
  isCurrent(key: PictureKey): Promise<boolean>;
  /**
   * The pictures that are stored when the reading begins, the oldest first, in batches.
   * @throws when the bus stops answering before the end
   */
  list(): AsyncIterable<PictureEntry>;
  /** Removes a picture unless it was stored again at this time or later, and overwrites its octets. */
  remove(key: PictureKey, keptBefore: number): Promise<void>;
  /** Removes octets stored before this time of pictures that never became whole, because their writer was killed. */
  sweep(before: number): Promise<void>;
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

/** Both sizes are one object, so that there is never one of them alone. */
const payloadOf = ({ small, large }: Picture): Uint8Array =>
  large === undefined ? small : Buffer.concat([small, large]);

const metadataOf = ({ type, small }: Picture): Record<string, string> => ({
  [TYPE]: type,
  [SMALL]: String(small.length),
  [ENCODING]: CURRENT_ENCODING,
});

/** Opens the bucket of pictures in JetStream's object store, creating it if missing. */
export async function openPictures(bus: Bus): Promise<Pictures> {
  const bucket = await openObjectBucket(bus, PICTURES);
  return {
    put: async (picture) => {
      const bytes = payloadOf(picture);
      const key = createHash("sha256").update(bytes).digest("hex");
      const found = await bucket.find(key);
      if (found === undefined || Date.now() - Date.parse(found.mtime) > RENEW_MS) {
        await bucket.store.putBlob({ name: key, metadata: metadataOf(picture) }, bytes);
      }
      return key;
    },
    get: async (key, size) => {
      const found = await bucket.get(key);
      const smallBytes = Number(found?.info.metadata?.[SMALL]);
      if (found === undefined || !Number.isInteger(smallBytes)) return undefined;
      const { info, bytes } = found;
      const hasLarge = bytes.length > smallBytes;
      const shown = size === "large" && hasLarge ? bytes.subarray(smallBytes) : bytes.subarray(0, smallBytes);
      return { type: info.metadata?.[TYPE] ?? "", bytes: shown };
    },
    isCurrent: async (key) => (await bucket.find(key))?.metadata?.[ENCODING] === CURRENT_ENCODING,
    list: async function* () {
      for await (const { name, size, mtime } of bucket.list()) {
        yield { key: name, bytes: size, keptAt: Date.parse(mtime) };
      }
    },
    remove: async (key, keptBefore) => {
      const found = await bucket.find(key);
      if (found !== undefined && Date.parse(found.mtime) < keptBefore) await bucket.remove(found);
    },
    sweep: (before) => bucket.sweep(before),
  };
}
