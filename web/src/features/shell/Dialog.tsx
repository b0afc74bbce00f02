import { type ReactNode, useEffect, useRef } from "react";

interface DialogProps {
  readonly className: "dialog" | "sheet";
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog while it is mounted: the browser keeps the focus in it, Escape and a click beside it close it, and the
 * focus returns to where it came from.
 */
export function Dialog({ className, label, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    if (dialog.current?.open === false) dialog.current.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
