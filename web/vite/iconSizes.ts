/** An icon of the installed page. */
export interface Icon {
  /** In the public folder. */
  readonly file: string;
  /** Width and height, px. */
  readonly size: number;
  /** The mark's share of the width. The safe zone of maskable icons is 0.8 (W3C, Web App Manifest). */
  readonly part: number;
  /** Whether it has the paper background, or a transparent one. */
  readonly isOpaque: boolean;
}

export const ICONS: readonly Icon[] = [
  { file: "icons/icon-192.png", size: 192, part: 0.94, isOpaque: false },
  { file: "icons/icon-512.png", size: 512, part: 0.94, isOpaque: false },
  { file: "icons/maskable-512.png", size: 512, part: 0.54, isOpaque: true },
  { file: "icons/apple-touch-180.png", size: 180, part: 0.66, isOpaque: true },
];
