import type { FolderId } from "@satchel/contracts";
import { type ChangeEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { addFound } from "./files.api.ts";
import "./add.css";

interface OtherWaysProps {
  /** The folder for what is added; null for none. */
  readonly folder: FolderId | null;
  /** The first address that was typed. */
  readonly url: string | undefined;
  readonly onClose: () => void;
}

/** What else can be added than links: files, and feeds; and where else links come from. */
export function OtherWays({ folder, url, onClose }: OtherWaysProps) {
  const { t } = useTranslation("share", { keyPrefix: "ways" });
  const { t: ofAdd } = useTranslation("add");
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);

  function onFiles({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>): void {
    const chosen = [...(files ?? [])];
    if (chosen.length === 0) return;
    onClose();
    void dispatch(addFound({ uriList: "", hrefs: [], text: "", files: chosen }, folder));
  }

  return (
    <>
      <p className="hint">
        <button type="button" className="text-link" onClick={() => input.current?.click()}>
          {t("files")}
        </button>{" "}
        {t("kinds")}
        <input ref={input} type="file" multiple hidden onChange={onFiles} />
      </p>
      <p className="hint">
        <button
          type="button"
          className="text-link"
          aria-haspopup="dialog"
          onClick={() => dispatch(overlayOpened({ kind: "follow", folderId: folder, url }))}
        >
          {ofAdd("follow")}
        </button>
      </p>
      <p className="hint">
        <Link className="text-link" to="/share" onClick={onClose}>
          {t("more")}
        </Link>
      </p>
    </>
  );
}
