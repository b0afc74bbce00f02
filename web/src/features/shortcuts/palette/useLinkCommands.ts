import { isItem, type Link, type LinkId } from "@satchel/contracts";
import { listLinks } from "@satchel/contracts/routes";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFolders } from "../../../folders/folders.api.ts";
import { findFolder } from "../../../folders/tree.ts";
import { useSettled } from "../../../kit/hooks.ts";
import { type AppThunk, useAppDispatch } from "../../../kit/state.ts";
import { changeOf, deletionOf, visitOf } from "../../../links/changes.api.ts";
import { detailApi } from "../../../links/detail.api.ts";
import { dialogOpened } from "../../../links/list.slice.ts";
import { siteNameOf, titleOfLink } from "../../../links/linkText.ts";
import { readLinks, shownLinks } from "../../../links/lists.api.ts";
import { visitedToggled } from "../../../links/selection/selected.ts";
import { useDetail } from "../../../links/useDetail.ts";
import { filtersOfSearch, isUnvisited } from "../../../links/view.ts";
import { ask } from "../../../session/ask.ts";
import { LINKS_FROM, LINKS_MOST } from "./commands.ts";
import type { RunnableCommand } from "./useCommands.ts";

/** Milliseconds after the last key until the search is sent. */
const TYPING_MS = 120;

const PREFIX = "link ";

/** The focused link, or the one whose details are shown, if any; read when the palette opens. */
const linkInFocus =
  (openId: LinkId | null): AppThunk<Link | undefined> =>
  (dispatch, getState) => {
    const id = document.activeElement?.closest<HTMLElement>("[data-link]")?.dataset["link"] ?? openId;
    if (id === null || id === undefined) return undefined;
    const detail = detailApi.endpoints.linkDetail.select(id as LinkId)(getState()).data;
    return detail ?? dispatch(shownLinks()).find((link) => link.id === id);
  };

/** Opens the page of a link in a new tab, and counts the visit. */
const open =
  (link: Link): AppThunk =>
  (dispatch) => {
    window.open(isItem(link.url) ? `/read/${link.id}` : link.url, "_blank", "noopener,noreferrer");
    dispatch(visitOf(link));
  };

/** The commands for the focused link. */
export function useThisLink(): { readonly title: string; readonly commands: readonly RunnableCommand[] } {
  const { t } = useTranslation("shortcuts", { keyPrefix: "palette" });
  const { t: ofLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  const detail = useDetail();
  const [link] = useState(() => dispatch(linkInFocus(detail.openId)));
  if (link === undefined) return { title: "", commands: [] };

  const command = (id: keyof typeof runs): RunnableCommand => ({
    id: `this ${id}`,
    group: "this",
    label: t(`this.${id}`),
    run: runs[id],
  });
  const runs = {
    open: () => dispatch(open(link)),
    details: () => detail.open(link.id),
    star: () => dispatch(changeOf({ link, change: { is_favorite: true }, isSaid: true })),
    unstar: () => dispatch(changeOf({ link, change: { is_favorite: false }, isSaid: true })),
    visited: () => dispatch(visitedToggled(link)),
    unvisited: () => dispatch(visitedToggled(link)),
    move: () => void dispatch(dialogOpened({ kind: "move", link })),
    remind: () => void dispatch(dialogOpened({ kind: "remind", link })),
    tag: () => void dispatch(dialogOpened({ kind: "tag", link })),
    delete: () => dispatch(deletionOf(link)),
  };
  const star = link.is_favorite ? "unstar" : "star";
  const mark = isUnvisited(link) ? "visited" : "unvisited";
  const ids = ["open", "details", star, mark, "move", "remind", "tag", "delete"] as const;
  return { title: titleOfLink(link, ofLinks), commands: ids.map(command) };
}

/** Makes commands from links: each visits the page, or shows the details. */
function useToCommand(): (link: Link) => RunnableCommand {
  const { t } = useTranslation("links");
  const folders = useFolders();
  const dispatch = useAppDispatch();
  const detail = useDetail();
  return (link) => ({
    id: `${PREFIX}${link.id}`,
    group: "link",
    label: titleOfLink(link, t),
    link,
    site: siteNameOf(link),
    folder: link.folder_id === null ? undefined : findFolder(folders, link.folder_id)?.name,
    run: () => dispatch(open(link)),
    details: () => detail.open(link.id),
  });
}

const none: readonly Link[] = [];

/** The links found for the input; the former ones stay until the new ones are loaded. */
export function useFoundLinks(typed: string): readonly RunnableCommand[] {
  const dispatch = useAppDispatch();
  const toCommand = useToCommand();
  const [found, setFound] = useState(none);
  const q = useSettled(typed.trim(), TYPING_MS);

  useEffect(() => {
    if (q.length < LINKS_FROM) return;
    let isWanted = true;
    void dispatch(ask<Link[]>({ operation: listLinks, query: { ...filtersOfSearch(q), size: LINKS_MOST } })).then(
      ({ data }) => {
        // Failures are shown by the search itself.
        if (isWanted) setFound(data ?? none);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [q, dispatch]);

  return typed.trim().length >= LINKS_FROM ? found.map(toCommand) : [];
}

/** `count` links: those used last in the palette, by the ids of commands, then others of the list. */
export function useRecentLinks(used: readonly string[], count: number): readonly RunnableCommand[] {
  const dispatch = useAppDispatch();
  const toCommand = useToCommand();
  const [links, setLinks] = useState(none);

  useEffect(() => {
    let isWanted = true;
    const ids = used.filter((id) => id.startsWith(PREFIX)).map((id) => id.slice(PREFIX.length) as LinkId);
    async function read(): Promise<void> {
      const known = await dispatch(readLinks(ids));
      const there = ids.flatMap((id) => known.get(id) ?? []);
      const others = dispatch(shownLinks()).filter(({ id }) => !ids.includes(id));
      if (isWanted) setLinks([...there, ...others].slice(0, count));
    }
    // On failure the palette is only shorter.
    read().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [used, count, dispatch]);

  return links.map(toCommand);
}
