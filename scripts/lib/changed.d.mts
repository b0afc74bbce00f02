export function comparedWith(folder: string, env?: NodeJS.ProcessEnv): string | undefined;
export function changedSince(folder: string, commit: string): string[];
