import { type MouseEvent, useEffect, useState } from "react";
import { type Policy, SECTIONS, type SectionId } from "./facts.ts";

/** The part of the window in which a section counts as being read: below the bar, in the upper third. */
const READ = "-112px 0px -66% 0px";

/** The section that is being read; undefined above the first one. */
export function useCurrentSection(): SectionId | undefined {
  const [current, setCurrent] = useState<SectionId>();

  useEffect(() => {
    const inSight = new Set<Element>();
    const sections = SECTIONS.map((id) => ({ id, section: document.getElementById(id)?.closest("section") }));
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inSight.add(target);
          else inSight.delete(target);
        }
        setCurrent(sections.find(({ section }) => section && inSight.has(section))?.id);
      },
      { rootMargin: READ },
    );
    for (const { section } of sections) if (section) observer.observe(section);
    return () => observer.disconnect();
  }, []);

  return current;
}

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
