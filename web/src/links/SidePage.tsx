import { texts } from "@satchel/contracts";
import { type ReactNode, useEffect } from "react";
import { LoadError } from "./ListStates.tsx";

interface SidePageProps {
  /** What the browser's tab says. */
  readonly tab: string;
  readonly title: string;
  /** What stands under the title. */
  readonly text: ReactNode;
  /** What stands beside them. */
  readonly tools?: ReactNode;
  /** Nothing could be loaded: the page says so, and offers to try again. */
  readonly isFailed: boolean;
  /** What the page shows is being loaded. */
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** A page of the archive that lists something else than links. */
export function SidePage({ tab, title, text, tools, isFailed, isBusy, onRetry, children }: SidePageProps) {
  useEffect(() => {
    document.title = tab;
  }, [tab]);

  if (isFailed) return <LoadError text={texts.links.loadFailed} isBusy={isBusy} onRetry={onRetry} />;
  return (
    <>
      <div className="page__head">
        <div>
          <h1 className="title-page">{title}</h1>
          {text}
        </div>
        {tools}
      </div>
      {children}
    </>
  );
}
