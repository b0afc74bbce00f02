import { account } from "../../features/account/texts.en.ts";
import { confirmAddress } from "../../features/confirm-address/texts.en.ts";
import { connect } from "../../features/connect/texts.en.ts";
import { detail } from "../../features/detail/texts.en.ts";
import { imports } from "../../features/imports/texts.en.ts";
import { palette } from "../../features/palette/texts.en.ts";
import { reset } from "../../features/reset-password/texts.en.ts";
import { share } from "../../features/share/texts.en.ts";
import { shortcuts } from "../../features/shortcuts/texts.en.ts";
import { tags } from "../../features/tags/texts.en.ts";

/** What dialogs, panels and rarer pages say. */
export const texts = { account, confirmAddress, connect, detail, imports, palette, reset, share, shortcuts, tags };
