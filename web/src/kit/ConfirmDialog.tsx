import { Actions, Dialog } from "./Dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly text: string;
  /** The text of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is deleted. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" title={title} onClose={onClose}>
      <div className="dialog__body dialog__body--form">
        <p>{text}</p>
        <Actions onCancel={onClose}>
          <button
            type="button"
            className="btn btn--danger"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </button>
        </Actions>
      </div>
    </Dialog>
  );
}
