import type { ReactNode } from "react";

/** Stands in a dialog until what is in it is loaded. */
export const DialogWait = ({ children }: { children: ReactNode }) => (
  <p className="dialog__wait" role="status">
    {children}
  </p>
);
