import { COPIES } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import type { BlobStore } from "./blob-store.ts";
import { openJetStreamBlobs } from "./jetstream-blobs.ts";
import { openS3Blobs } from "./s3-blobs.ts";

/** Opens the store of copies: on the bus, or the S3-compatible one at an address (`BLOB_URL`). */
export const openCopies = async (bus: Bus, { BLOB_URL }: { readonly BLOB_URL?: string }): Promise<BlobStore> =>
  BLOB_URL === undefined ? openJetStreamBlobs(bus, COPIES) : openS3Blobs(BLOB_URL);
