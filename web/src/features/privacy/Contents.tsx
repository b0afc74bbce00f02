import { type MouseEvent, useEffect } from "react";
import { type Policy, SECTIONS, type SectionId } from "./facts.ts";
import { useCurrentSection } from "./useCurrentSection.ts";

function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** Goes to a section. It takes the place of the present entry in the browser's history. */
function follow(event: MouseEvent, id: SectionId): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  window.history.replaceState(window.history.state, "", `#${id}`);
  goTo(id);
}

/** The table of contents, which tells where the reader is. Its links leave the way back as it is. */
export function Contents({ policy }: { policy: Policy }) {
  const current = useCurrentSection();

  // The page comes later than the browser looks for the heading.
  useEffect(() => goTo(window.location.hash.slice(1)), []);

  return (
    <nav className="reading__contents" aria-label={policy.contents}>
      {SECTIONS.map((id) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={(event) => follow(event, id)}
          aria-current={id === current ? "location" : undefined}
        >
          {policy.sections[id].title}
        </a>
      ))}
    </nav>
  );
}
