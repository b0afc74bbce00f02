// What benchmarks and the training of the extraction need of it.
export type { BoostedTrees } from "../src/domain/article/boosted-trees.ts";
export { chanceOf } from "../src/domain/article/boosted-trees.ts";
export { chooseBlocks } from "../src/domain/article/choose-blocks.ts";
export { parsePage } from "../src/domain/article/dom.ts";
export { extractArticle } from "../src/domain/article/extract.ts";
export { measurePage } from "../src/domain/article/features.ts";
export { readabilityOf } from "../src/domain/article/readable.ts";
export { sanitiseArticle } from "../src/domain/page/sanitise.ts";
export { wordsOf } from "../src/domain/article/page-blocks.ts";
export { textTreeOf } from "./text-tree.ts";
