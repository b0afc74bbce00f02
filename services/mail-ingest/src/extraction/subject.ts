import { SUBJECT_CHARS } from "@satchel/contracts";
import { cleanLine } from "../message/text.ts";

// "Re:", "Fwd:", "Fw:" and the German "AW:", "WG:", also counted ("Re[2]:", "Re(2):") and with the full-width colon of
// Chinese and Japanese keyboards.
const PREFIXES = /^(?:\s*(?:re|fwd?|aw|wg)\s*(?:\[\d+\]|\(\d+\))?\s*[:：])+/i;

/** A mail's subject as a title: without the marks of answers and forwards, on one line, cut to {@link SUBJECT_CHARS}. */
export const cleanSubject = (subject: string): string =>
  cleanLine(cleanLine(subject, subject.length).replace(PREFIXES, ""), SUBJECT_CHARS);
