import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { Link } from "../../app/Link.tsx";
import { type Policy, SECTIONS } from "./facts.ts";
import { useCurrentSection } from "./useCurrentSection.ts";

/** The table of contents, which tells where the reader is. Its links leave the way back as it is. */
export function Contents({ policy }: { policy: Policy }) {
  const { hash, key } = useLocation();
  const current = useCurrentSection();

  // The page comes later than the browser looks for the heading, so it is gone to here; the key tells a second click.
  useEffect(() => {
    const heading = hash === "" ? null : document.getElementById(hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);

  return (
    <nav className="reading__contents" aria-label={policy.contents}>
      {SECTIONS.map((id) => (
        <Link key={id} to={{ hash: id }} replace aria-current={id === current ? "location" : undefined}>
          {policy.sections[id].title}
        </Link>
      ))}
    </nav>
  );
}
