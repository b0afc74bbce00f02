import { X } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./IconButton.tsx";
import { takeToasts } from "./toastPlace.ts";

/**
 * The `ref` of the field that gets the focus when its dialog opens: browsers need the attribute, which React does not
 * render.
 */
export const takesFocus = (field: HTMLElement | null): void => field?.setAttribute("autofocus", "");

interface ModalProps {
  readonly className: string;
  readonly role?: "alertdialog" | undefined;
  readonly style?: CSSProperties | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  /** Its accessible name. */
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What opened the dialog that is being removed, for the one that takes its place, such as that of a menu's item. */
let inherited: HTMLElement | null = null;

/** What a mouse or finger was last put on in a dialog. */
let pressed: EventTarget | undefined;

/**
 * A modal element while it is mounted: the browser keeps the focus in it, Escape and a click outside close it, and the focus
 * returns to the element that had it, or else to the page.
 */
export function Modal({ className, role, style, label, onClose, onKeyDown, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  const opener = useRef<HTMLElement>(null);

  // In a layout effect, so that the next key goes to the dialog.
  useLayoutEffect(() => {
    const focused = document.activeElement as HTMLElement | null;
    opener.current = focused === document.body ? inherited : focused;
    if (dialog.current?.open === false) dialog.current.showModal();
    const giveToastsBack = takeToasts(dialog.current);
    return () => {
      inherited = opener.current;
      giveToastsBack();
    };
  }, []);

  // After the dialog was removed: before that nothing behind it can take the focus.
  useEffect(
    () => () => {
      inherited = null;
      // Unless a key has led elsewhere meanwhile: the browser says later that it closed the dialog.
      if (document.activeElement === document.body) opener.current?.focus();
      // What opened it is gone, such as the bar of a selection that ended.
      if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    },
    [],
  );

  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      style={style}
      aria-label={label}
      onClose={(event) => {
        // React also bubbles `close` of nested dialogs to this handler.
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        pressed = event.target;
      }}
      // Not where a text was selected, and the mouse let go outside: that click is the dialog's, too.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && target === pressed) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

interface DialogProps extends Pick<ModalProps, "role" | "onClose" | "children"> {
  readonly title: string;
  /** Its accessible name, where the title is not enough. */
  readonly label?: string;
  readonly className?: string;
}

/** A modal dialog with a title and a button that closes it. What is in it has the class `dialog__body`. */
export function Dialog({ title, label = title, className, role, onClose, children }: DialogProps) {
  const { t } = useTranslation("kit");
  return (
    <Modal
      className={className === undefined ? "dialog" : `dialog ${className}`}
      role={role}
      label={label}
      onClose={onClose}
    >
      <div className="dialog__head">
        <h2 className="title-card">
          <bdi>{title}</bdi>
        </h2>
        <IconButton label={t("close")} icon={X} onClick={onClose} />
      </div>
      {children}
    </Modal>
  );
}

interface ActionsProps {
  readonly onCancel: () => void;
  /** The text of the first button, where it is another than "Cancel". */
  readonly cancel?: string | undefined;
  readonly children?: ReactNode;
}

/** The end of a dialog or form: the button that leaves everything as it is, and the one that does not. */
export function Actions({ onCancel, cancel, children }: ActionsProps) {
  const { t } = useTranslation("kit");
  return (
    <div className="actions actions--end">
      <button type="button" className="btn btn--plain" onClick={onCancel}>
        {cancel ?? t("cancel")}
      </button>
      {children}
    </div>
  );
}
