import { CODE_DIGITS } from "@satchel/contracts";

/** The digits of what was typed or pasted, at most as many as a code has; "123 456" and "Code: 123456" will do. */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, "").slice(0, CODE_DIGITS);

export const isWholeCode = (code: string): boolean => code.length === CODE_DIGITS;
