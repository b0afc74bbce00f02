/** What is used of libraries that bring no types. */
declare module "subset-font" {
  export interface Options {
    /** All glyphs that a character leads to are kept, and `text` is left out. */
    readonly keepAllGlyphs?: boolean;
    readonly targetFormat?: "sfnt" | "woff2";
    readonly keepFeatures?: readonly string[];
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}

declare module "fontverter" {
  export function convert(font: Buffer, to: "sfnt" | "woff2"): Promise<Buffer>;
}
