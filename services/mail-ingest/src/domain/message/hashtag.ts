/**
 * The characters of a `#tag` behind its sign, for a regular expression with the flag `u`: letters, digits, `_` and `-`, with
 * signs of names within (`node.js`, `A&B`, `dev/tools`), before (`.net`) or behind them (`c++`, `c#`). Digits only are a
 * number: "Episode #12".
 */
export const HASHTAG =
  "\\.?(?=[\\p{N}_-]*[\\p{L}\\p{M}])[\\p{L}\\p{M}\\p{N}_-]+(?:[./&+'’][\\p{L}\\p{M}\\p{N}_-]+)*(?:\\+{1,2}|#)?";
