import {
  type BlobStore,
  type HandlerResult,
  type Journal,
  packParts,
  type PageJob,
  type PageJobs,
} from "@satchel/chassis";
import { CopySource } from "@satchel/contracts";
import Type from "typebox";
import { Value } from "typebox/value";
import { compact } from "@satchel/contracts/compact";
import { type Gatherer, GatheringInterrupted } from "../gathering/gatherer.ts";
import { LOST_FETCH_MS } from "../limits.ts";
import { isGone, lastOf } from "../store/page-history.ts";

const Details = Type.Object({
  version: Type.String(),
  url: Type.String(),
  isRequested: Type.Boolean(),
  /** Of the document in the bucket of documents. */
  name: Type.String(),
  type: Type.String(),
  charset: Type.Optional(Type.String()),
  /** Where the document came from; missing: it was fetched. */
  source: Type.Optional(CopySource),
  /** Whether the document is longer than what was fetched of it. */
  isCut: Type.Boolean(),
});

interface GatherDeps {
  readonly journal: Journal;
  readonly documents: BlobStore;
  readonly jobs: PageJobs;
  readonly gatherer: Gatherer;
}

/**
 * Fetches all that a handed over page shows, stores it beside the page, and submits the job of which the archive service
 * makes the copy. A job that is repeated does the same again.
 */
export const gatherParts =
  ({ journal, documents, jobs, gatherer }: GatherDeps) =>
  async ({ userId, linkId, details }: Pick<PageJob, "userId" | "linkId" | "details">): Promise<HandlerResult> => {
    if (!Value.Check(Details, details)) throw new Error("a job of a copy does not say where its document is");
    const { version, url, isRequested, name, type, charset, isCut, source } = details;
    const document = await documents.get(name);
    if (document === undefined) return "done";
    if (!isGone(await lastOf(journal, { userId, linkId }))) {
      const about = compact({ version, url, isRequested, source });
      try {
        const read = compact({ bytes: document, url, type, charset });
        const parts = await gatherer.gather(read, userId);
        if (parts === undefined) {
          await jobs.submitCopy({ userId, linkId, details: { ...about, failure: "unreadable" } });
        } else {
          const gathered = `${name}.parts`;
          await documents.put(gathered, packParts({ ...parts, leftOut: parts.leftOut + (isCut ? 1 : 0) }));
          await jobs.submitCopy({ userId, linkId, details: { ...about, name: gathered, type } });
        }
      } catch (error) {
        if (error instanceof GatheringInterrupted) return { deferFor: LOST_FETCH_MS };
        throw error;
      }
    }
    await documents.remove(name);
    return "done";
  };
