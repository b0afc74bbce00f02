/** The beginning of a text, with an ellipsis where more follows. */
export function shortened(text: string, chars: number): string {
  const letters = Array.from(text);
  return letters.length <= chars
    ? text
    : `${letters
        .slice(0, chars - 1)
        .join("")
        .trimEnd()}…`;
}
