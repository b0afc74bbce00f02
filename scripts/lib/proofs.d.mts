export const API_SERVER: string;
export const CONCERNS: Readonly<Record<string, readonly string[]>>;
export const NOT_RUN: number;
export const PROOFS: readonly string[];
export function argumentsOf(name: string, isForChange: boolean): readonly string[];
export const NIGHTLY: readonly string[];
export function concernedBy(files: readonly string[]): string[];
export function provenCode(outcomes: readonly { code: number }[]): number;
export function provenLine(outcomes: readonly { name: string; code: number }[]): string;
