import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The Latin files of the built page's fonts; the build adds a hash of the content to each name. */
const FONTS = [
  { family: "Inter Variable", file: /^inter-latin-wght-normal-[\w-]+\.woff2$/ },
  { family: "Fraunces Variable", file: /^fraunces-latin-opsz-normal-[\w-]+\.woff2$/ },
] as const;

/** `@font-face` rules with the fonts of the built page; "" where there is no such build. */
export async function fontFaces(webRoot: string | undefined): Promise<string> {
  if (webRoot === undefined) return "";
  const names = await readdir(join(webRoot, "assets")).catch(() => []);
  const faces = FONTS.map(({ family, file }) => {
    const name = names.find((each) => file.test(each));
    if (name === undefined) return "";
    const source = `url("/assets/${name}") format("woff2")`;
    return `@font-face { font-family: "${family}"; src: ${source}; font-weight: 100 900; font-display: swap; }\n`;
  });
  return faces.join("");
}
