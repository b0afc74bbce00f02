import { ArrowLeft, Cookie, EyeOff, Globe, Lock, type LucideIcon } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { knownLanguage, type Language, localeOf, storedLanguage } from "../../kit/i18n/language.ts";
import { de } from "./de.tsx";
import { en } from "./en.tsx";
import { type Operator, type Policy, SECTIONS, type SectionId } from "./facts.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import "./privacy.css";

/** The part of the window in which a section counts as being read: below the bar, in the upper third. */
const READ = "-112px 0px -66% 0px";

/** The section that is being read; undefined above the first one. */
function useCurrentSection(): SectionId | undefined {
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

const policies: Record<Language, Policy> = { de, en };
const shownLanguages: readonly Language[] = ["de", "en"];
const icons: readonly LucideIcon[] = [Globe, EyeOff, Lock, Cookie];

/** The privacy policy: in the reader's language, and in German where that is not known (specification, section 2). */
export function PrivacyPage() {
  const [language, setLanguage] = useState<Language>(
    () => knownLanguage(storedLanguage(), navigator.languages) ?? "de",
  );
  const [today] = useState(() => new Date());
  const policy = policies[language];
  const operator = useOperator(policy);
  const [, navigate] = useLocation();

  useEffect(() => {
    document.title = `${policy.title} · Satchel`;
  }, [policy]);

  // Whoever came from a mail or a store has nowhere to go back to.
  const goBack = () => (window.history.length > 1 ? window.history.back() : navigate("/"));

  return (
    <div className="reading" lang={language}>
      <header className="reading__head">
        <div>
          <button type="button" className="btn btn--ghost" onClick={goBack}>
            <ArrowLeft className="icon icon-m" />
            {policy.back}
          </button>
          <div className="seg seg--text" role="group" aria-label="Sprache / Language">
            {shownLanguages.map((shown) => (
              <button key={shown} type="button" aria-pressed={shown === language} onClick={() => setLanguage(shown)}>
                {shown.toUpperCase()}
              </button>
            ))}
          </div>
        </div>
      </header>
      <main className="reading__page">
        <Contents policy={policy} />
        <article className="prose">
          <h1>{policy.title}</h1>
          <p className="prose__since">
            {policy.effective} {new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long" }).format(today)}
          </p>
          <p className="prose__lead">{policy.lead}</p>
          <ul className="prose__brief">
            {policy.brief.map((text, place) => {
              const Icon = icons[place];
              return (
                <li key={text}>
                  {Icon !== undefined && <Icon className="icon" />}
                  {text}
                </li>
              );
            })}
          </ul>
          {SECTIONS.map((id) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {policy.sections[id].title}
              </h2>
              {policy.sections[id].body(operator)}
            </section>
          ))}
        </article>
      </main>
    </div>
  );
}

/** Who runs this installation; until that is known, room for it, and when it can't be known, a way to ask again. */
function useOperator({ contactMissing, again }: Policy): Operator {
  const { data: config, isError, refetch } = useConfigQuery();
  const { name, address } = config?.operator ?? {};
  const contact =
    config !== undefined ? (
      <a className="text-link" href={`mailto:${config.support_address}`}>
        {config.support_address}
      </a>
    ) : isError ? (
      <>
        {contactMissing}{" "}
        <button className="text-link" type="button" onClick={() => void refetch()}>
          {again}
        </button>
      </>
    ) : (
      <i className="lead__address shimmer" />
    );
  return { name, address, contact };
}
