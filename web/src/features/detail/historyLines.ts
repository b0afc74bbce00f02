import type { LinkHistoryEntry } from "@satchel/contracts";

/** A line of the history, with its key in `detail.history`. */
export type HistoryLine =
  | {
      readonly kind: "saved" | "savedAgain";
      readonly by: "page" | "extension" | "token" | "mail" | "import" | "feed" | "letter";
      readonly who: string;
    }
  | {
      readonly kind:
        | "visited"
        | "reminded"
        | "deleted"
        | "restored"
        | "refresh"
        | "described"
        | "unchanged"
        | "unmerged";
    }
  | { readonly kind: "merged"; readonly count: number }
  | { readonly kind: "tryFailed" | "unreachable"; readonly reason: string | undefined }
  | { readonly kind: "health"; readonly state: "fine" | "gone" | "moved" | "unknown" }
  | { readonly kind: "moved"; readonly folder: number }
  | { readonly kind: "title" | "tags" | "sent"; readonly text: string }
  | {
      readonly kind:
        | "starred"
        | "unstarred"
        | "markedVisited"
        | "markedUnvisited"
        | "takenOut"
        | "titleGone"
        | "description"
        | "notes"
        | "notesGone"
        | "tagsGone"
        | "remindAt"
        | "remindNot"
        | "done"
        | "notDone"
        | "keptAsBefore"
        | "kept"
        | "notKept"
        | "muted"
        | "notified"
        | "other";
    };

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** The line for a changed field, with a general one for unknown fields. */
function lineOfField(field: string, value: unknown): HistoryLine {
  switch (field) {
    case "is_favorite":
      return { kind: value === true ? "starred" : "unstarred" };
    case "visit_count":
      return { kind: value === 0 ? "markedUnvisited" : "markedVisited" };
    case "folder_id":
      return typeof value === "number" && value > 0 ? { kind: "moved", folder: value } : { kind: "takenOut" };
    case "title":
      return text(value) === "" ? { kind: "titleGone" } : { kind: "title", text: text(value) };
    case "description":
      return { kind: "description" };
    case "remind_at":
      return { kind: value === null ? "remindNot" : "remindAt" };
    case "notes":
      return { kind: text(value) === "" ? "notesGone" : "notes" };
    case "tags": {
      const tags = Array.isArray(value) ? value.filter((tag) => typeof tag === "string") : [];
      return tags.length === 0 ? { kind: "tagsGone" } : { kind: "tags", text: tags.join(", ") };
    }
    case "done":
      return { kind: value === false ? "notDone" : "done" };
    case "keep":
      // Null: by an undo, which the link's history does not say more about.
      return { kind: value === null ? "keptAsBefore" : value === true ? "kept" : "notKept" };
    case "mute":
      return { kind: "muted" };
    case "notify":
      return { kind: "notified" };
    case "sent_to":
      return { kind: "sent", text: text(value) };
    default:
      return { kind: "other" };
  }
}

/** The line for a changed health of the page. */
function healthOf(changes: LinkHistoryEntry["changes"]): HistoryLine {
  const state = changes?.["health"] ?? changes?.["state"];
  return { kind: "health", state: state === "fine" || state === "gone" || state === "moved" ? state : "unknown" };
}

/** The lines of an entry: one, or one for each changed field. */
export function linesOf({ what, origin, changes, reason }: LinkHistoryEntry): readonly HistoryLine[] {
  switch (what) {
    case "saved":
    case "saved_again": {
      const by = origin?.kind ?? "page";
      const isMail = origin?.kind === "mail" || origin?.kind === "letter";
      const who = isMail ? origin.sender : origin?.kind === "feed" ? origin.feed : "";
      return [{ kind: what === "saved" ? "saved" : "savedAgain", by, who }];
    }
    case "changed":
      return Object.entries(changes ?? { "": undefined }).map(([field, value]) => lineOfField(field, value));
    case "merged": {
      const count = changes?.["merged_links"];
      return [{ kind: "merged", count: typeof count === "number" ? count : 1 }];
    }
    case "refresh_requested":
      return [{ kind: "refresh" }];
    case "try_failed":
      return [{ kind: "tryFailed", reason }];
    case "unreachable":
      return [{ kind: "unreachable", reason }];
    case "health_changed":
      return [healthOf(changes)];
    default:
      return [{ kind: what }];
  }
}
