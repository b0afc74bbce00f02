/** Everything but letters, digits, and `+` and `#` behind a letter, which distinguish C++, C# and C. */
const INSIGNIFICANT = /[^\p{L}\p{N}+#]+|(?<![\p{L}+#])[+#]+/gu;

/**
 * The form in which names are compared: letters, digits, and `+` and `#` behind a letter, without accents, case and a
 * leading article. A name of other characters (`!!!`) is its own key.
 */
export function keyOf(text: string): string {
  const bare = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/^the\s+/, "");
  const key = bare.replace(INSIGNIFICANT, "");
  return key === "" ? bare.replace(/\s+/g, "") : key;
}

/** The words of a text in the form in which words of titles and addresses are compared, {@link WORDS} at most. */
export function wordsOf(text: string): string[] {
  const bare = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "");
  return bare.split(INSIGNIFICANT, WORDS).filter((word) => word !== "");
}

/** Words of one text that are compared: more than the longest title has. */
const WORDS = 100;
