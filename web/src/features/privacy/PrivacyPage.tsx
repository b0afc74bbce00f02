import { ArrowLeft, Cookie, EyeOff, Globe, Lock, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Language } from "../../kit/i18n/language.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import { Contents } from "./Contents.tsx";
import { de } from "./de.tsx";
import { en } from "./en.tsx";
import { type Operator, type Policy, SECTIONS } from "./facts.ts";
import "./privacy.css";

const policies: Record<Language, Policy> = { de, en };
const shownLanguages: readonly Language[] = ["de", "en"];
const icons: readonly LucideIcon[] = [Globe, EyeOff, Lock, Cookie];

/** The privacy policy, in German first (specification, section 2). */
export function PrivacyPage() {
  const [language, setLanguage] = useState<Language>("de");
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
            {policy.effective} {new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(today)}
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
