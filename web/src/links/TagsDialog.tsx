import type { Tag } from "@satchel/contracts";
import { useState } from "react";
import { Actions, Dialog } from "../kit/Dialog.tsx";
import { useTags } from "./detail.api.ts";
import { withTyped } from "./suggestTags.ts";
import { TagInput } from "./TagInput.tsx";

interface TagsDialogProps {
  /** Its accessible name. */
  readonly label: string;
  readonly title: string;
  /** The tags of a link, to be changed; without them, tags are chosen, at least one. */
  readonly before?: readonly string[];
  /** The text of the button. */
  readonly submit: string;
  /** Whether only existing tags can be chosen. */
  readonly onlyKnown?: boolean;
  readonly onDone: (tags: readonly string[]) => void;
  readonly onClose: () => void;
}

const none: readonly Tag[] = [];
const noTags: readonly string[] = [];

/** Asks for tags, or changes those of a link; what is still in the field counts as one of them. */
export function TagsDialog({ label, title, before, submit, onlyKnown = false, onDone, onClose }: TagsDialogProps) {
  const known = useTags() ?? none;
  const [tags, setTags] = useState(before ?? noTags);
  const [typed, setTyped] = useState("");
  const chosen = withTyped(tags, typed, known, onlyKnown);

  return (
    <Dialog title={title} label={label} onClose={onClose}>
      <form
        className="dialog__body dialog__body--form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onDone(chosen);
        }}
      >
        <TagInput tags={tags} onChange={setTags} onTyped={setTyped} isOpenFirst onlyKnown={onlyKnown} />
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent" disabled={before === undefined && chosen.length === 0}>
            {submit}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
