import { useEffect, useState } from "react";
import { SECTIONS, type SectionId } from "./facts.ts";

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
