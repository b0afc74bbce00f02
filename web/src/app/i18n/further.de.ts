import { account } from "../../features/account/texts.de.ts";
import { confirmAddress } from "../../features/confirm-address/texts.de.ts";
import { connect } from "../../features/connect/texts.de.ts";
import { detail } from "../../features/detail/texts.de.ts";
import { imports } from "../../features/imports/texts.de.ts";
import { palette } from "../../features/palette/texts.de.ts";
import { reset } from "../../features/reset-password/texts.de.ts";
import { share } from "../../features/share/texts.de.ts";
import { shortcuts } from "../../features/shortcuts/texts.de.ts";
import { tags } from "../../features/tags/texts.de.ts";

/** What dialogs, panels and rarer pages say. */
export const texts = { account, confirmAddress, connect, detail, imports, palette, reset, share, shortcuts, tags };
