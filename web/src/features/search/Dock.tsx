import type { ReactNode } from "react";
import { SearchBox } from "./SearchBox.tsx";

/** Where the thumb is on a phone: the search, and what is done most beside it. */
export function Dock({ inert, children }: { inert: boolean; children?: ReactNode }) {
  return (
    <div className="dock" inert={inert}>
      <SearchBox isShort />
      {children}
    </div>
  );
}
