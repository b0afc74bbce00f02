import { createHash } from "node:crypto";
import { jetstreamManager } from "@nats-io/jetstream";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { PICTURES, type PictureKey } from "@satchel/contracts";
import type { Bus } from "./bus/connect.ts";
import { overwriteMessages } from "./bus/overwrite.ts";

/** A picture as it is kept: its media type and octets. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Preview pictures and icons, named by the SHA-256 of their octets: the same picture is kept once. */
export interface Pictures {
  put(picture: Picture): Promise<PictureKey>;
  get(key: PictureKey): Promise<Picture | undefined>;
  /** Those that were kept before some time, in milliseconds since 1970. */
  keptBefore(time: number): Promise<PictureKey[]>;
  /** Removes a picture unless it was kept again at this time or later, and overwrites its octets. */
  remove(key: PictureKey, keptBefore: number): Promise<void>;
}

const TYPE = "content-type";

/**
 * Milliseconds after which a picture that is kept already is written again. Nobody refers to it before its page was
 * described, so its age tells the sweep that nobody does: see {@link PICTURE_GRACE_MS}.
 */
const RENEW_MS = 15 * 60_000;

/** Milliseconds for which a picture stays although no link refers to it. */
export const PICTURE_GRACE_MS = 60 * 60_000;

/** Opens the bucket of pictures in JetStream's object store, making it where it does not exist. */
export async function openPictures(bus: Bus): Promise<Pictures> {
  const store: ObjectStore = await new Objm(bus.nc).create(PICTURES);
  const jsm = await jetstreamManager(bus.nc);
  return {
    put: async ({ type, bytes }) => {
      const key = createHash("sha256").update(bytes).digest("hex");
      const found = await store.info(key);
      if (found === null || found.deleted || Date.now() - Date.parse(found.mtime) > RENEW_MS) {
        await store.putBlob({ name: key, metadata: { [TYPE]: type } }, bytes);
      }
      return key;
    },
    get: async (key) => {
      const info = await store.info(key);
      const bytes = info === null ? null : await store.getBlob(key);
      return info === null || bytes === null ? undefined : { type: info.metadata?.[TYPE] ?? "", bytes };
    },
    keptBefore: async (time) => {
      const old = (await store.list()).filter(({ deleted, mtime }) => !deleted && Date.parse(mtime) < time);
      return old.map(({ name }) => name as PictureKey);
    },
    remove: async (key, keptBefore) => {
      const found = await store.info(key);
      if (found === null || found.deleted || Date.parse(found.mtime) >= keptBefore) return;
      // First: the store itself would only purge them, and their octets would stay on disk.
      await overwriteMessages(jsm, `OBJ_${PICTURES}`, `$O.${PICTURES}.C.${found.nuid}`);
      await store.delete(key);
    },
  };
}
