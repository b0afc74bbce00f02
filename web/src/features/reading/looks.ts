import { useState } from "react";

export const PAPERS = ["system", "light", "sepia", "dark"] as const;
export const FACES = ["serif", "sans"] as const;
/** Pixels of the letters, and characters of a line. */
export const SIZES = [17, 19, 21, 23, 26] as const;
export const WIDTHS = [60, 68, 75] as const;

/** Where contents and highlights have a place beside the text (`reading.css`). */
export const BESIDE = "(width >= 1200px)";

/** How an article looks. */
export interface Looks {
  readonly paper: (typeof PAPERS)[number];
  readonly face: (typeof FACES)[number];
  /** Index of {@link SIZES} and of {@link WIDTHS}. */
  readonly size: number;
  readonly width: number;
}

const KEY = "satchel.reading";
const DEFAULT: Looks = { paper: "system", face: "serif", size: 1, width: 1 };

const within = (value: unknown, list: readonly unknown[], otherwise: number): number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < list.length ? value : otherwise;

/** The looks of a stored text; what is not valid in it is as by default. */
export function looksOf(stored: string | null): Looks {
  let found: Partial<Record<keyof Looks, unknown>> = {};
  try {
    found = (JSON.parse(stored ?? "{}") ?? {}) as typeof found;
  } catch {
    // Written by another version.
  }
  return {
    paper: PAPERS.find((paper) => paper === found.paper) ?? DEFAULT.paper,
    face: FACES.find((face) => face === found.face) ?? DEFAULT.face,
    size: within(found.size, SIZES, DEFAULT.size),
    width: within(found.width, WIDTHS, DEFAULT.width),
  };
}

/** The chosen looks, kept in this browser, and their setter. */
export function useLooks(): readonly [looks: Looks, change: (looks: Partial<Looks>) => void] {
  const [looks, setLooks] = useState(() => looksOf(localStorage.getItem(KEY)));
  const change = (changes: Partial<Looks>): void => {
    const next = { ...looks, ...changes };
    localStorage.setItem(KEY, JSON.stringify(next));
    setLooks(next);
  };
  return [looks, change];
}
