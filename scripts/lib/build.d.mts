export const ENTRY: string;
export function ensureBuilt(): Promise<void>;
export function fingerprint(folder: string, names: readonly string[]): string;
