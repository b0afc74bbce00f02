import { testIn } from "../support/other-browser.ts";
import { startWebKit } from "./webkit.ts";

export const test = testIn(startWebKit);
