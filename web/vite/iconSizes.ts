/** A picture of the mark, as systems ask for it where the page is installed. */
export interface Icon {
  /** In the public folder. */
  readonly file: string;
  /** Width and height, px. */
  readonly size: number;
  /** How much of the width the mark takes. A maskable icon may lose all beyond 0.8 of it (W3C, Web App Manifest). */
  readonly part: number;
  /** Whether it stands on paper: else on nothing. */
  readonly isOpaque: boolean;
}

export const ICONS: readonly Icon[] = [
  { file: "icons/icon-192.png", size: 192, part: 0.94, isOpaque: false },
  { file: "icons/icon-512.png", size: 512, part: 0.94, isOpaque: false },
  { file: "icons/maskable-512.png", size: 512, part: 0.54, isOpaque: true },
  { file: "icons/apple-touch-180.png", size: 180, part: 0.66, isOpaque: true },
];
