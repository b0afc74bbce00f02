import type { LinkHistoryEntry } from "@satchel/contracts";

/** One thing that happened to a link, as the texts `detail.history` say it. */
export type Told =
  | {
      readonly kind: "saved" | "savedAgain";
      readonly by: "page" | "extension" | "mail" | "import";
      readonly who: string;
    }
  | { readonly kind: "visited" | "deleted" | "restored" | "refresh" | "described" | "unchanged" }
  | { readonly kind: "tryFailed" | "unreachable"; readonly reason: string | undefined }
  | { readonly kind: "health"; readonly state: "fine" | "gone" | "moved" | "unknown" }
  | { readonly kind: "moved"; readonly folder: number }
  | { readonly kind: "title" | "tags"; readonly text: string }
  | {
      readonly kind:
        | "starred"
        | "unstarred"
        | "takenOut"
        | "titleGone"
        | "description"
        | "notes"
        | "notesGone"
        | "tagsGone"
        | "other";
    };

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** What one changed field says. Fields that an older page does not know say only that something changed. */
function toldOfField(field: string, value: unknown): Told {
  switch (field) {
    case "is_favorite":
      return { kind: value === true ? "starred" : "unstarred" };
    case "folder_id":
      return typeof value === "number" && value > 0 ? { kind: "moved", folder: value } : { kind: "takenOut" };
    case "title":
      return text(value) === "" ? { kind: "titleGone" } : { kind: "title", text: text(value) };
    case "description":
      return { kind: "description" };
    case "notes":
      return { kind: text(value) === "" ? "notesGone" : "notes" };
    case "tags": {
      const tags = Array.isArray(value) ? value.filter((tag) => typeof tag === "string") : [];
      return tags.length === 0 ? { kind: "tagsGone" } : { kind: "tags", text: tags.join(", ") };
    }
    default:
      return { kind: "other" };
  }
}

/** What the field of a checked page is now. */
function healthOf(changes: LinkHistoryEntry["changes"]): Told {
  const state = changes?.["health"] ?? changes?.["state"];
  return { kind: "health", state: state === "fine" || state === "gone" || state === "moved" ? state : "unknown" };
}

/** What an entry of the history says: one thing, or one for each field that was changed together. */
export function toldOf({ what, origin, changes, reason }: LinkHistoryEntry): readonly Told[] {
  switch (what) {
    case "saved":
    case "saved_again": {
      const by = origin?.kind ?? "page";
      const who = origin?.kind === "mail" ? origin.sender : "";
      return [{ kind: what === "saved" ? "saved" : "savedAgain", by, who }];
    }
    case "changed":
      return Object.entries(changes ?? { "": undefined }).map(([field, value]) => toldOfField(field, value));
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
