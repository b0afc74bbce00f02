import type { PublicConfig } from "@satchel/contracts";
import { Check, ClipboardPaste, Copy, FileUp, type LucideIcon, Mail, Puzzle, Terminal } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { SatchelPicture } from "../../kit/pictures.tsx";
import { useCopy } from "../../kit/hooks.ts";
import { accountOpened } from "../../session/overlay.slice.ts";
import { useUser } from "../../session/api.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import { type Browser, storeOf, storeUrl } from "../../session/extensionStore.ts";
import { importsOpened } from "../../session/imports.slice.ts";
import { SaveAddress } from "../../session/SaveAddress.tsx";
import { addLinks } from "./add.api.ts";
import { urlsTyped } from "./urls.ts";
import "./add.css";

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** One way of saving a link. */
function Way({ icon: Icon, title, text, children }: WayProps) {
  return (
    <li className="way">
      <Icon className="icon" />
      <h3>{title}</h3>
      {text !== undefined && <p>{text}</p>}
      <div className="way__do">{children}</div>
    </li>
  );
}

/** By mail; on a local installation, which no mail reaches, by a command that sends one. */
function ByMail({ owner, config }: { owner: string; config: PublicConfig }) {
  const { t } = useTranslation("share", { keyPrefix: "welcome" });
  const { copied, copy } = useCopy();
  const address = config.save_address;
  if (!config.outbox) {
    return (
      <Way icon={Mail} title={t("mail.title")} text={t("mail.text", { owner })}>
        <SaveAddress />
        <a className="btn btn--plain" href={`mailto:${address}`}>
          {t("mail.write")}
        </a>
      </Way>
    );
  }
  const command = sendCommand(owner, address, config.smtp_port);
  return (
    <Way icon={Terminal} title={t("local.title")} text={t("local.text")}>
      <code className="way__command">{command}</code>
      <button type="button" className="btn btn--plain" onClick={() => copy(command)}>
        {copied ? <Check className="icon icon-m" /> : <Copy className="icon icon-m" />}
        <span aria-live="polite">{t(copied ? "local.copied" : "local.copy")}</span>
      </button>
    </Way>
  );
}

/** By hand: a field for an address. */
function ByHand() {
  const { t } = useTranslation("share", { keyPrefix: "welcome" });
  const dispatch = useAppDispatch();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const id = useId();

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const urls = urlsTyped(text);
    setWrong(urls.length === 0);
    if (urls.length === 0 || isSaving) return;
    setSaving(true);
    const { failed } = await dispatch(addLinks(urls, null));
    setSaving(false);
    setText(failed.join(" "));
  }

  return (
    <Way icon={ClipboardPaste} title={t("paste.title")}>
      <form className="way__form" noValidate onSubmit={(event) => void save(event)}>
        <input
          className="input"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          aria-label={t("paste.label")}
          aria-invalid={isWrong}
          aria-describedby={id}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
        />
        <button type="submit" className="btn btn--accent" aria-disabled={isSaving}>
          {t("paste.save")}
        </button>
      </form>
      <p id={id} className="hint hint--bad" role="alert">
        {isWrong ? t("paste.none") : ""}
      </p>
    </Way>
  );
}

/** The empty state of an archive: the ways to save a first link. */
export function Welcome() {
  const { t } = useTranslation("share", { keyPrefix: "welcome" });
  const dispatch = useAppDispatch();
  const { data: config } = useConfigQuery();
  const owner = useUser()?.sender_emails[0]?.email;
  const store = storeOf(navigator as Browser);
  const extension = config !== undefined && store !== undefined ? storeUrl(config, store) : undefined;
  const section = useRef<HTMLElement>(null);
  // This section goes when the first link comes. Whoever saved it here goes on in the list.
  useLayoutEffect(
    () => () => {
      if (section.current?.contains(document.activeElement) === true)
        document.getElementById("main")?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <section className="empty welcome" ref={section}>
      <SatchelPicture />
      <h2 className="title-section">{t("title")}</h2>
      <p>{t("text")}</p>
      <ul className="ways">
        {extension !== undefined && (
          <Way icon={Puzzle} title={t("extension.title")} text={t("extension.text")}>
            <a className="btn btn--plain" href={extension} target="_blank" rel="noopener noreferrer">
              {t("extension.get")}
            </a>
          </Way>
        )}
        {owner !== undefined && config !== undefined && <ByMail owner={owner} config={config} />}
        <ByHand />
        <Way icon={FileUp} title={t("other.title")} text={t("other.text")}>
          <button type="button" className="btn btn--plain" onClick={() => dispatch(importsOpened())}>
            {t("other.import")}
          </button>
          <Link className="btn btn--ghost" to="/share">
            {t("more")}
          </Link>
        </Way>
      </ul>
      <p className="hint">
        <Trans
          t={t}
          i18nKey="tip"
          components={{
            settings: <button type="button" className="text-link" onClick={() => dispatch(accountOpened("emails"))} />,
          }}
        />
      </p>
    </section>
  );
}

/** Characters without a special meaning in shells. */
const PLAIN = /^[\w.+@-]+$/;

const quoted = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** What the command takes where it is told nothing else. */
const DEFAULT_ADDRESS = "save@localhost";
const DEFAULT_PORT = 2525;

/** The command that mails a link to a local installation (README.md, "Your first link"). */
export function sendCommand(from: string, saveAddress: string, smtpPort = DEFAULT_PORT): string {
  const port = smtpPort === DEFAULT_PORT ? [] : [`SMTP_PORT=${smtpPort}`];
  const to = saveAddress === DEFAULT_ADDRESS ? [] : ["--to", quoted(saveAddress)];
  return [...port, "npm run send --", "--from", quoted(from), ...to, "https://example.com/"].join(" ");
}
