import { account } from "../../features/account/texts.de.ts";
import { imports } from "../../features/imports/texts.de.ts";
import { live } from "../../features/live/texts.de.ts";
import { offline } from "../../features/offline/texts.de.ts";
import { share } from "../../features/share/texts.de.ts";
import { connect } from "../../features/connect/texts.de.ts";
import { connection } from "../../features/connection/texts.de.ts";
import { confirmAddress } from "../../features/confirm-address/texts.de.ts";
import { dnd } from "../../dnd/texts.de.ts";
import { folders } from "../../features/folders/texts.de.ts";
import { detail } from "../../features/detail/texts.de.ts";
import { landing } from "../../features/landing/texts.de.ts";
import { links } from "../../features/links/texts.de.ts";
import { reset } from "../../features/reset-password/texts.de.ts";
import { selection } from "../../features/selection/texts.de.ts";
import { shell } from "../../features/shell/texts.de.ts";
import { add } from "../../features/add/texts.de.ts";
import { captures } from "../../features/captures/texts.de.ts";
import { palette } from "../../features/palette/texts.de.ts";
import { search } from "../../features/search/texts.de.ts";
import { shortcuts } from "../../features/shortcuts/texts.de.ts";
import { tags } from "../../features/tags/texts.de.ts";
import { undo } from "../../features/undo/texts.de.ts";
import { catalogue } from "./catalogue.de.ts";
import type { en, Translation } from "./texts.en.ts";

/** All texts in German, by feature; loaded when they are needed. */
export const de: Translation<typeof en> = {
  live,
  offline,
  share,
  account,
  catalogue,
  dnd,
  folders,
  confirmAddress,
  connect,
  connection,
  imports,
  landing,
  reset,
  shell,
  detail,
  links,
  selection,
  undo,
  add,
  captures,
  palette,
  search,
  shortcuts,
  tags,
};
