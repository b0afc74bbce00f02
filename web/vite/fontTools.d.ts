/** What is used of libraries that bring no types. */
declare module "subset-font" {
  export interface Options {
    readonly targetFormat?: "sfnt" | "woff2";
    readonly preserveNameIds?: readonly number[];
    readonly keepFeatures?: readonly string[];
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}

declare module "fontverter" {
  export function convert(font: Buffer, to: "sfnt" | "woff2"): Promise<Buffer>;
}
