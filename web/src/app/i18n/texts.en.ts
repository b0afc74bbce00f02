import { texts as catalogue } from "@satchel/contracts";
import { account } from "../../features/account/texts.en.ts";
import { imports } from "../../features/imports/texts.en.ts";
import { live } from "../../features/live/texts.en.ts";
import { offline } from "../../features/offline/texts.en.ts";
import { share } from "../../features/share/texts.en.ts";
import { connect } from "../../features/connect/texts.en.ts";
import { connection } from "../../features/connection/texts.en.ts";
import { confirmAddress } from "../../features/confirm-address/texts.en.ts";
import { dnd } from "../../dnd/texts.en.ts";
import { folders } from "../../features/folders/texts.en.ts";
import { detail } from "../../features/detail/texts.en.ts";
import { landing } from "../../features/landing/texts.en.ts";
import { links } from "../../features/links/texts.en.ts";
import { reset } from "../../features/reset-password/texts.en.ts";
import { selection } from "../../features/selection/texts.en.ts";
import { shell } from "../../features/shell/texts.en.ts";
import { add } from "../../features/add/texts.en.ts";
import { captures } from "../../features/captures/texts.en.ts";
import { palette } from "../../features/palette/texts.en.ts";
import { search } from "../../features/search/texts.en.ts";
import { shortcuts } from "../../features/shortcuts/texts.en.ts";
import { tags } from "../../features/tags/texts.en.ts";
import { undo } from "../../features/undo/texts.en.ts";

/** All texts in English, by feature. Each feature keeps its own beside its components. */
export const en = {
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
} as const;

/** The shape of the same texts in another language: nothing may lack. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};
