/** A row that is on its way, of the size it will have. */
export function Skeleton() {
  return (
    <div className="skel" aria-hidden="true">
      <i className="shimmer" />
      <div>
        <i className="shimmer" />
        <i className="shimmer" />
        <i className="shimmer" />
      </div>
      <i className="shimmer" />
    </div>
  );
}

const rows = [1, 2, 3, 4, 5, 6, 7];

/** A list that is on its way. */
export function Skeletons() {
  return (
    <section className="skels" aria-busy="true" aria-label="Loading your links">
      <div className="skels__day">
        <i className="shimmer" />
      </div>
      {rows.map((row) => (
        <Skeleton key={row} />
      ))}
    </section>
  );
}
