/**
 * Notes with one more, as paragraphs below them.
 * @returns undefined where there is nothing to add, or the notes have these paragraphs already
 */
export function withNote(notes: string | null, note: string | null | undefined): string | undefined {
  const added = note?.trim() ?? "";
  if (added === "" || `\n\n${notes ?? ""}\n\n`.includes(`\n\n${added}\n\n`)) return undefined;
  return notes === null || notes === "" ? added : `${notes}\n\n${added}`;
}
