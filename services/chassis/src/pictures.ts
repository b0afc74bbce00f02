import { createHash } from "node:crypto";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { PICTURES, type PictureKey } from "@satchel/contracts";
import type { Bus } from "./bus/connect.ts";

/** A picture as it is kept: its media type and octets. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Preview pictures and icons, named by the SHA-256 of their octets: the same picture is kept once. */
export interface Pictures {
  put(picture: Picture): Promise<PictureKey>;
  get(key: PictureKey): Promise<Picture | undefined>;
}

const TYPE = "content-type";

/** Opens the bucket of pictures in JetStream's object store, making it where it does not exist. */
export async function openPictures(bus: Bus): Promise<Pictures> {
  const store: ObjectStore = await new Objm(bus.nc).create(PICTURES);
  return {
    put: async ({ type, bytes }) => {
      const key = createHash("sha256").update(bytes).digest("hex");
      if ((await store.info(key)) === null) await store.putBlob({ name: key, metadata: { [TYPE]: type } }, bytes);
      return key;
    },
    get: async (key) => {
      const info = await store.info(key);
      const bytes = info === null ? null : await store.getBlob(key);
      return info === null || bytes === null ? undefined : { type: info.metadata?.[TYPE] ?? "", bytes };
    },
  };
}
