import { landing } from "../../features/landing/texts.de.ts";

/** What is said to somebody who is not in yet. */
export const texts = { landing };
