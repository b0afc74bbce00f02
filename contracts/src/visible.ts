// Control characters (Unicode category Cc) except white space, and the marks that change the direction of text: they are
// invisible, and make one text look like another.
const INVISIBLE = /(?!\s)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text without the characters that show nothing. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "");

/** Whether a text shows anything. */
export const isVisible = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
