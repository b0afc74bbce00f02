interface MoreButtonProps {
  /** Whether more is on its way: pressed again meanwhile, it asks for nothing, and keeps the focus. */
  readonly isFetching: boolean;
  readonly onMore: () => void;
  readonly children: string;
}

/** Asks for the next page of something that comes by pages. */
export function MoreButton({ isFetching, onMore, children }: MoreButtonProps) {
  return (
    <button
      type="button"
      className="btn btn--plain"
      aria-disabled={isFetching}
      onClick={() => {
        if (!isFetching) onMore();
      }}
    >
      {children}
    </button>
  );
}
