/** Rows of their final size while they are loaded. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className="rows rows--wait" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <span>
            <i className="shimmer" />
            <i className="shimmer" />
          </span>
        </div>
      ))}
    </div>
  );
}
