export function sectionOf(changelog: string, version: string): string | undefined;
export function releaseFaults(found: {
  readonly version: string;
  readonly section: string | undefined;
  readonly changed: readonly string[];
  readonly tags: readonly string[];
}): string[];
export function checksumLines(files: readonly { readonly name: string; readonly sha256: string }[]): string;
