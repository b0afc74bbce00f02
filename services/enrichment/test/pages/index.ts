import { blogs } from "./blogs.ts";
import { forges } from "./forges.ts";
import { news } from "./news.ts";
import { odd } from "./odd.ts";
import type { SamplePage } from "./page.ts";
import { reference } from "./reference.ts";
import { shops } from "./shops.ts";
import { social } from "./social.ts";

export type { Expected, SamplePage } from "./page.ts";

/** All made-up pages, in the styles of real sites and programs. */
export const samplePages: readonly SamplePage[] = [
  ...blogs,
  ...news,
  ...forges,
  ...social,
  ...shops,
  ...reference,
  ...odd,
];
