import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type BlobStore, documentName } from "@satchel/chassis";
import {
  type CopyId,
  KeepUploaded,
  laterTexts,
  type LinkId,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { Perform } from "../commands/perform.ts";
import { refuseBody } from "../http/deadlines.ts";
import { COPY_UPLOADS_BYTES, UPLOAD_RETRY_SECONDS } from "../limits.ts";

/** Errors after which the command was surely not carried out. */
const REFUSALS = new Set(["limited", "full"]);

/** A page to be kept as the copy of a link. */
interface UploadedPage {
  readonly linkId: LinkId;
  readonly page: Uint8Array;
  readonly source: "extension" | "upload";
  /** The charset that its sender named. */
  readonly charset?: string | undefined;
}

/** Takes pages that are uploaded: each is held in memory until it is stored. */
export interface PageUploads {
  /**
   * Does the work of an upload: one of a user at a time. All of them hold {@link COPY_UPLOADS_BYTES} at most. Where more
   * arrive, the one that holds most and still arrives is refused the rest of it (408).
   * @param work is given what it calls with the octets of each piece; that throws `limited` where this one holds most
   * @throws {SatchelError} `limited` while the user has another one under way
   */
  take<T>(
    userId: UserId,
    request: IncomingMessage,
    work: (onPiece: (octets: number) => void) => Promise<T>,
  ): Promise<T>;
  /**
   * Stores a page, of which a copy is made then.
   * @returns the version that the copy gets
   * @throws {SatchelError} `rejected` for an empty page; `limited` after too many; `full` where there is no room
   */
  keep(
    userId: UserId,
    upload: UploadedPage,
  ): Promise<{ readonly version: CopyId; readonly headers: Readonly<Record<string, string>> }>;
}

interface PageUploadsDeps {
  readonly perform: Perform;
  readonly documents: BlobStore;
  /** Default {@link COPY_UPLOADS_BYTES}. */
  readonly octets?: number;
}

interface Upload {
  readonly request: IncomingMessage;
  octets: number;
}

export function pageUploads({ perform, documents, octets: most = COPY_UPLOADS_BYTES }: PageUploadsDeps): PageUploads {
  const underWay = new Map<UserId, Upload>();
  const tooMany = (): SatchelError =>
    new SatchelError("limited", texts.server.tooMany, { retryAfter: UPLOAD_RETRY_SECONDS });
  let total = 0;

  const forget = (userId: UserId, upload: Upload): void => {
    if (underWay.get(userId) !== upload) return;
    underWay.delete(userId);
    total -= upload.octets;
  };

  /** Refuses the rest of the upload that holds most, of those that still arrive. @throws {SatchelError} where that is this one */
  function makeRoomFor(own: Upload): void {
    const arriving = [...underWay].filter(([, { request }]) => !request.complete);
    const [largest] = arriving.sort(([, a], [, b]) => b.octets - a.octets);
    if (largest === undefined || largest[1] === own) throw tooMany();
    refuseBody(largest[1].request);
    forget(...largest);
  }

  return {
    take: async (userId, request, work) => {
      if (underWay.has(userId)) throw tooMany();
      const own: Upload = { request, octets: 0 };
      underWay.set(userId, own);
      try {
        return await work((octets) => {
          // One that was refused the rest has ended.
          if (underWay.get(userId) !== own) return;
          own.octets += octets;
          total += octets;
          while (total > most) makeRoomFor(own);
        });
      } finally {
        forget(userId, own);
      }
    },
    keep: async (userId, { linkId, page, source, charset }) => {
      if (page.length === 0) throw new SatchelError("rejected", laterTexts.copies.empty);
      const version = randomUUID() as CopyId;
      const name = documentName(userId, linkId, version);
      await documents.put(name, page);
      const command = { userId, linkId, version, source, ...(charset === undefined ? {} : { charset }) };
      const { headers } = await perform(KeepUploaded, command).catch(async (error: unknown) => {
        // Only a refusal is sure; otherwise the command may yet be carried out.
        if (error instanceof SatchelError && REFUSALS.has(error.code)) await documents.remove(name);
        throw error;
      });
      return { version, headers };
    },
  };
}
