export const NOT_RUN: number;
export const PROOFS: readonly string[];
export const NIGHTLY: readonly string[];
export const CONCERNS: Readonly<Record<string, readonly string[]>>;
export function concernedBy(files: readonly string[]): string[];
export function provenLine(outcomes: readonly { name: string; code: number }[]): string;
export function provenCode(outcomes: readonly { code: number }[]): number;
