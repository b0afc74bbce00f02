import { type ReactNode, useEffect } from "react";
import { TakeOver } from "./TakeOver.tsx";
import { Brand } from "./Brand.tsx";

/** A page of one card, for whoever comes from outside. @param tab what the browser's tab says */
export function SoloPage({ tab, children }: { tab: string; children: ReactNode }) {
  useEffect(() => {
    document.title = tab;
  }, [tab]);

  return (
    <div className="solo">
      <TakeOver />
      <header>
        <Brand />
      </header>
      <main>{children}</main>
    </div>
  );
}
