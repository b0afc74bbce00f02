import type { ReactNode } from "react";

interface EmptyProps {
  /** A picture, or an icon with the class `empty__sign`. */
  readonly sign: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  /** Whether the title is that of the page. */
  readonly isPage?: boolean;
  /** What can be done instead, if anything. */
  readonly children?: ReactNode;
}

/** What a page shows in the place of a list that has nothing. */
export function Empty({ sign, title, text, isPage = false, children }: EmptyProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <section className="empty">
      {sign}
      <Title className="title-section">{title}</Title>
      <p>{text}</p>
      {children !== undefined && <div className="actions">{children}</div>}
    </section>
  );
}
