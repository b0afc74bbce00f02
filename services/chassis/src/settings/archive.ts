import { COPIES_MB_PER_ACCOUNT, LINKS_PER_ACCOUNT, QUOTA_MB } from "@satchel/contracts";
import Type from "typebox";
import { isS3Url } from "../blobs/s3-address.ts";
import { Text, Whole } from "./setting.ts";

/** Quotas of an account. */
export const archiveSettings = {
  LINKS_PER_ACCOUNT: Whole({
    default: LINKS_PER_ACCOUNT,
    minimum: 1,
    maximum: 100_000_000,
    description: "links that one account may have, deleted ones left out",
  }),
};

/** How much one account's copies of pages may take. */
export const copyQuota = {
  COPIES_MB_PER_ACCOUNT: Whole({
    default: COPIES_MB_PER_ACCOUNT,
    minimum: 0,
    maximum: QUOTA_MB,
    description: "mebibytes that the copies of pages of one account may take; 0: none are kept",
  }),
};

/** Where copies of pages are stored. */
export const blobSettings = {
  BLOB_URL: Type.Optional(
    Text({
      check: isS3Url,
      must: "be https://key:secret@host/bucket, with ?region=… where the store has regions",
      example: "https://key:secret@s3.example/satchel?region=eu-central-1",
      description: "an S3-compatible store for copies of pages; none: they are kept on the bus",
    }),
  ),
};
