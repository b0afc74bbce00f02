import { texts } from "@satchel/contracts";
import { type ReactNode, useEffect } from "react";
import { LoadError } from "./ListStates.tsx";

interface SidePageProps {
  /** Title of the browser's tab. */
  readonly tab: string;
  readonly title: string;
  /** Below the title. */
  readonly text: ReactNode;
  /** Beside title and text. */
  readonly tools?: ReactNode;
  /** Whether loading failed: the page shows an error and a button to retry. */
  readonly isFailed: boolean;
  /** Whether the content is being loaded. */
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** A page of the archive with other content than links. */
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
