import {
  type Capture,
  type CapturedAttachment,
  type CapturedLink,
  type LinkId,
  type Link as SavedLink,
  texts,
} from "@satchel/contracts";
import { ExternalLink, MailCheck, MailMinus, MailWarning, Paperclip } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { useFolders } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";
import { Favicon } from "../../links/LinkImages.tsx";
import { TagLink } from "../../links/TagChip.tsx";
import { canBeUndone, type Tone, toneOf } from "./captures.api.ts";
import { CommandOutcome, UndoMail } from "./CommandOutcome.tsx";

const signs: Record<Tone, typeof MailCheck> = { ok: MailCheck, quiet: MailMinus, warn: MailWarning };

/** Links of one mail that are shown; the others are in the list of links. */
const MOST = 10;

/** A readable address: without scheme, and percent-decoded. */
function readable(url: string): string {
  const rest = url.replace(/^https?:\/\//i, "");
  try {
    return decodeURI(rest);
  } catch {
    return rest;
  }
}

/** A captured link; with title and icon while it is in the archive. */
function LinkLine({ id, url, link }: CapturedLink & { readonly link: SavedLink | undefined }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const shown = link?.title ?? readable(url);
  return (
    <div>
      <a href={url} target="_blank" rel="noopener noreferrer">
        <Favicon link={link ?? { url, favicon_url: null }} />
        <bdi>{shown}</bdi>
        <ExternalLink className="icon icon-s" />
      </a>
      <Link className="text-link" to={`/links?link=${id}`} aria-label={t("showLink", { url: shown })}>
        {t("inArchive")}
      </Link>
    </div>
  );
}

/** What came with a mail: kept and to be read, or why it is not. */
function AttachmentLine({ attachment: { name, outcome, id, left_out } }: { attachment: CapturedAttachment }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const inLanguage = useCatalogue();
  const shown = name === "" ? t("unnamed") : name;
  const why = outcome === "without-room" ? texts.links.full : left_out?.message;
  return (
    <div className="cap__file">
      <Paperclip className="icon icon-s" aria-label={t("attachment")} />
      {id === null ? (
        <span>
          <bdi>{shown}</bdi>
          {why !== undefined && <small>{inLanguage(why)}</small>}
        </span>
      ) : (
        <Link to={`/read/${id}`} aria-label={t("openAttachment", { name: shown })}>
          <bdi>{shown}</bdi>
        </Link>
      )}
      {outcome === "pending" && <span className="badge badge--quiet">{t("attachmentPending")}</span>}
      {outcome === "duplicate" && <span className="badge badge--quiet">{t("attachmentKnown")}</span>}
      {why !== undefined && (
        <span className={left_out?.reason === "off" ? "badge badge--quiet" : "badge badge--warn"}>
          {t("attachmentLeftOut")}
        </span>
      )}
      {id !== null && (
        <Link className="text-link" to={`/links?link=${id}`} aria-label={t("showLink", { url: shown })}>
          {t("inArchive")}
        </Link>
      )}
    </div>
  );
}

/** The folder and tags that the mail asked for. */
function Wishes({ capture: { folder_name, folder_id, tags } }: { capture: Capture }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const folders = useFolders();
  const name = folder_id === null ? undefined : findFolder(folders, folder_id)?.name;
  return (
    <>
      {folder_id !== null && (
        <p>
          <span>
            <Trans
              t={t}
              i18nKey="into"
              values={{ name: name ?? folder_name ?? "" }}
              components={{ folder: <Link className="text-link" to={`/links?folder=${folder_id}`} /> }}
            />
          </span>
        </p>
      )}
      {folder_name !== null && folder_id === null && <p>{t("noFolder", { name: folder_name })}</p>}
      {tags.length > 0 && (
        <p>
          {t("tagged")}{" "}
          {tags.map((tag) => (
            <TagLink key={tag} name={tag} />
          ))}
        </p>
      )}
    </>
  );
}

function Refusal({ refusal, outcome }: Pick<Capture, "refusal" | "outcome">) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const inLanguage = useCatalogue();
  if (outcome !== "refused" || refusal === null) return null;
  return (
    <>
      <p>
        <span className="badge badge--warn">{t("refused")}</span> {inLanguage(refusal.message)}
      </p>
      <p>{t(`todo.${refusal.reason}`)}</p>
      {refusal.reason !== "too-many-mails" && <p className="hint">{t("back")}</p>}
    </>
  );
}

interface CaptureItemProps {
  readonly capture: Capture;
  /** Its formatted time. */
  readonly when: string;
  /** The links of the archive by id, as far as they are loaded. */
  readonly byId: ReadonlyMap<LinkId, SavedLink>;
}

/** One mail and its outcome. */
export function CaptureItem({ capture, when, byId }: CaptureItemProps) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const { outcome, saved, duplicates, unusable, without_room, attachments, subject, sender, received_at } = capture;
  const kept = attachments.filter((attachment) => attachment.outcome === "saved");
  const inLanguage = useCatalogue();
  const tone = toneOf(capture);
  const Sign = signs[tone];
  const links = [...saved, ...duplicates];

  return (
    <article className="cap" data-tone={tone}>
      <div className="cap__sign">
        <Sign className="icon" />
      </div>
      <h3>
        <bdi>{subject.trim() === "" ? t("noSubject") : subject}</bdi>
      </h3>
      <time dateTime={received_at}>{when}</time>
      <p className="cap__who">
        <bdi>{t("from", { sender })}</bdi>
      </p>
      <div className="cap__what">
        {outcome === "pending" && capture.command === null && (
          <p>
            <span className="badge badge--quiet">{t("pending")}</span>
          </p>
        )}
        {(links.length > 0 || kept.length > 0) && (
          <p>
            {saved.length > 0 && <span className="badge badge--ok">{t("saved", { count: saved.length })}</span>}
            {duplicates.length > 0 && (
              <>
                <span className="badge badge--quiet">{t("known", { count: duplicates.length })}</span>
                {t("top", { count: duplicates.length })}
              </>
            )}
            {kept.length > 0 && <span className="badge badge--ok">{t("attachments", { count: kept.length })}</span>}
          </p>
        )}
        <CommandOutcome command={capture.command} />
        <Wishes capture={capture} />
        {unusable.length > 0 && (
          <p>
            <span className="badge badge--warn">{t("unusable", { count: unusable.length })}</span>
            {t("unusableWhy")}
          </p>
        )}
        {without_room.length > 0 && (
          <p>
            <span className="badge badge--warn">{t("unusable", { count: without_room.length })}</span>
            {inLanguage(texts.links.full)}
          </p>
        )}
        {[...unusable, ...without_room].slice(0, MOST).map((address) => (
          <p key={address} className="cap__address">
            <bdi>{address}</bdi>
          </p>
        ))}
        <Refusal refusal={capture.refusal} outcome={outcome} />
        {links.length + attachments.length > 0 && (
          <div className="cap__links">
            {links.slice(0, MOST).map((link) => (
              <LinkLine key={link.id} {...link} link={byId.get(link.id)} />
            ))}
            {links.length > MOST && <p>+ {links.length - MOST}</p>}
            {attachments.map((attachment, place) => (
              <AttachmentLine key={place} attachment={attachment} />
            ))}
          </div>
        )}
        {canBeUndone(capture) && <UndoMail capture={capture} />}
      </div>
    </article>
  );
}
