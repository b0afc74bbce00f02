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
  /** The query of its content. Where it failed, the page shows an error and a button to retry. */
  readonly of: {
    readonly data?: unknown;
    readonly error?: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: ReactNode;
}

/** A page of the archive with other content than links. */
export function SidePage({ tab, title, text, tools, of, children }: SidePageProps) {
  useEffect(() => {
    document.title = tab;
  }, [tab]);

  if (of.error !== undefined && of.data === undefined) {
    return <LoadError text={texts.links.loadFailed} isBusy={of.isFetching} onRetry={() => void of.refetch()} />;
  }
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

interface WaitingListProps {
  readonly label: string;
  /** The classes of the list, and of each of its rows. */
  readonly className: string;
  readonly row: string;
  readonly rows: number;
  /** Lines of each row. */
  readonly lines?: number;
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Placeholders of the rows of a list, of their final size. */
export function WaitingList({ label, className, row, rows, lines = 1 }: WaitingListProps) {
  return (
    <ul className={`${className} skels`} aria-busy="true" aria-label={label}>
      {upTo(rows).map((at) => (
        <li className={row} key={at}>
          {upTo(lines).map((line) => (
            <i className="shimmer" key={line} />
          ))}
        </li>
      ))}
    </ul>
  );
}
