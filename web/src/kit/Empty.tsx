import type { ReactNode } from "react";

interface EmptyProps {
  /** A picture, or an icon with the class `empty__sign`. */
  readonly sign: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  /** What can be done instead, if anything. */
  readonly children?: ReactNode;
}

/** What a page shows in the place of a list that has nothing. */
export function Empty({ sign, title, text, children }: EmptyProps) {
  return (
    <section className="empty">
      {sign}
      <h2 className="title-section">{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className="actions">{children}</div>}
    </section>
  );
}
