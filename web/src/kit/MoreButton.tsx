import { useEffect, useState } from "react";

interface MoreButtonProps {
  /** An infinite query of RTK Query. */
  readonly of: {
    /** Whether any request of the list is in progress, such as a refetch: there can be only one. */
    readonly isFetching: boolean;
    /** Whether the next page is being loaded: then pressing the button does nothing. */
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly children: string;
}

/**
 * Loads the next page of a list, and keeps the focus. If it is pressed during a refetch, the page is requested after it,
 * because RTK Query drops requests for the next page until then.
 */
export function MoreButton({ of, children }: MoreButtonProps) {
  const { isFetching, isFetchingNextPage, fetchNextPage } = of;
  const [isWanted, setWanted] = useState(false);
  if (isWanted && isFetchingNextPage) setWanted(false);

  useEffect(() => {
    if (isWanted && !isFetching) fetchNextPage();
    // Not for each new `fetchNextPage`, which would request the page again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWanted, isFetching]);

  return (
    <button
      type="button"
      className="btn btn--plain"
      aria-disabled={isWanted || isFetchingNextPage}
      onClick={() => {
        if (!isFetchingNextPage) setWanted(true);
      }}
    >
      {children}
    </button>
  );
}
