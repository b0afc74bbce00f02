import type { Link } from "@satchel/contracts";
import type { TFunction } from "i18next";
import { overlayOpened } from "../session/overlay.slice.ts";
import { titleOfLink } from "./linkText.ts";

/** Opens the dialog that shares a link. */
export const sharingOf = (link: Link, t: TFunction<"links">) =>
  overlayOpened({ kind: "share", source: { kind: "link", link_id: link.id }, title: titleOfLink(link, t) });
