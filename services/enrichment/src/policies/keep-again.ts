import { documentName, type HandlerResult, readFileName, type StoredEvent } from "@satchel/chassis";
import { type CopyUploaded, type EventOf, isItem, type LinkId, type PageKept } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { requestedLink } from "../store/page-history.ts";
import { type DescribeDeps, makeAttempt } from "./attempt.ts";
import { describeEdit, describeShown } from "./describe-edit.ts";
import type { gatherParts } from "./gather.ts";

/**
 * Carries out what the owner of a link asks for. Another copy: the page is fetched in full, also where it is unchanged, and
 * described again, too. A copy of a page that they sent: what it does not bring along is gathered. A text that they changed:
 * it is described. A version that they deleted, or brought back: an item is called by the one that is shown.
 */
export const keepAgain =
  (deps: DescribeDeps, gather: ReturnType<typeof gatherParts>) =>
  async (event: StoredEvent): Promise<HandlerResult> => {
    const { type, at, id, sequence, data } = event;
    const isOther = type === "CopyDeleted" || type === "CopyRestored";
    const isUpload = type === "CopyUploaded";
    const kept = type === "PageKept" ? (data as EventOf<typeof PageKept>["data"]) : undefined;
    const isEdit = kept?.edit !== undefined;
    if (!isUpload && !isEdit && !isOther && type !== "CopyRequested") return "done";
    if (at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
    const { userId } = at;
    const linkId = at.aggregateId as LinkId;
    return deps.accounts.run(userId, async () => {
      const link = await requestedLink(deps.journal, { userId, linkId });
      if (isEdit) {
        if (link !== undefined) return describeEdit(deps, { userId, linkId, url: link.url, kept });
        await deps.documents.remove(readFileName(userId, kept.version));
        return "done";
      }
      if (isOther) {
        return link !== undefined && isItem(link.url)
          ? describeShown(deps.journal, { userId, linkId, url: link.url }, event)
          : "done";
      }
      // A mail is nowhere to be fetched.
      if (link === undefined || (!isUpload && isItem(link.url))) return "done";
      if (isUpload) {
        const { version, source, charset } = data as EventOf<typeof CopyUploaded>["data"];
        const name = documentName(userId, linkId, version);
        const about = compact({ version, source, charset, name, url: link.url });
        return gather({ userId, linkId, details: { ...about, type: "text/html", isRequested: true, isCut: false } });
      }
      return makeAttempt(deps, {
        id,
        userId,
        linkId,
        url: link.url,
        sequence: link.last.sequence,
        isBefore: (event) => sequence < event.sequence,
        isRefetch: false,
        isCopyRequested: true,
      });
    });
  };
