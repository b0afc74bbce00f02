import { media } from "./media.ts";
import { posts } from "./posts.ts";
import { press } from "./press.ts";
import { reference } from "./reference.ts";
import type { TitleShape } from "./shape.ts";
import { shopsAndApps } from "./shops-and-apps.ts";
import { variants } from "./variants.ts";

export type { TitleShape } from "./shape.ts";

/** Heads of pages of well-known sites and programs, as these write them. */
export const titleShapes: readonly TitleShape[] = [
  ...reference,
  ...press,
  ...media,
  ...posts,
  ...shopsAndApps,
  ...variants,
];
