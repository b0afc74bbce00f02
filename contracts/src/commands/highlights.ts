import Type from "typebox";
import { HighlightChanged, HighlightColor, HighlightMade } from "../events/highlights.ts";
import { HighlightId, Instant, LinkId, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

const target = { userId: UserId, linkId: LinkId, highlightId: HighlightId };
const { quote, position, textHash, version, note } = HighlightMade.data.properties;

/**
 * Marks a part of a link's article. Its id is the command's. `past`: when it was made elsewhere, `formerId`: its id in the
 * account that it was exported from; where this is that account, nothing is made. Both are for imports.
 */
export const MakeHighlight = defineCommand(
  "archive",
  "make-highlight",
  {
    userId: UserId,
    linkId: LinkId,
    quote,
    position,
    textHash,
    version,
    color: HighlightColor,
    note,
    past: Type.Optional(Instant),
    formerId: Type.Optional(HighlightId),
  },
  Type.Object({ highlightId: HighlightId }),
);

/** Changes colour or note of a highlight; an empty note removes it. */
export const ChangeHighlight = defineCommand("archive", "change-highlight", {
  ...target,
  color: HighlightChanged.data.properties.color,
  note: HighlightChanged.data.properties.note,
});

/** Deletes a highlight, which can be undone for a while. */
export const DeleteHighlight = defineCommand("archive", "delete-highlight", target);

/** Undoes the deletion of a highlight. */
export const RestoreHighlight = defineCommand("archive", "restore-highlight", target);
