/** The name of a language in another one; its code where the browser knows none. */
export function languageName(code: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames(inLanguage, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
