import { useEffect, useState } from "react";

interface MoreButtonProps {
  /** Whether the list is being read, be it all of it once more: only one of its requests can be under way. */
  readonly isFetching: boolean;
  /** Whether it is its next page that is being read: pressed again meanwhile, the button asks for nothing. */
  readonly isFetchingNextPage: boolean;
  readonly onMore: () => void;
  readonly children: string;
}

/**
 * Asks for the next page of something that comes by pages, and keeps the focus. Pressed while the pages that are there are
 * refetched, it asks once these have come: RTK Query drops a request for the next page until then.
 */
export function MoreButton({ isFetching, isFetchingNextPage, onMore, children }: MoreButtonProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted && isFetchingNextPage) setWanted(false);

  useEffect(() => {
    if (isWanted && !isFetching) onMore();
    // Not with each new `onMore`: that would ask once more.
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
