import { testIn } from "../support/other-browser.ts";
import { startFirefox } from "./firefox.ts";

export const test = testIn(startFirefox);
