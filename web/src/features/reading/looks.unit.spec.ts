import { expect, test } from "vitest";
import { looksOf } from "./looks.ts";

const usual = { paper: "system", face: "serif", size: 1, width: 1 };

test.each([
  [null, usual],
  ["no JSON", usual],
  ["null", usual],
  ['{"paper":"sepia","face":"sans","size":4,"width":0}', { paper: "sepia", face: "sans", size: 4, width: 0 }],
  ['{"paper":"pink","face":1,"size":99,"width":-1}', usual],
  ['{"size":1.5}', usual],
])("given the stored looks %s, then an article looks like %j", (stored, looks) => {
  expect(looksOf(stored)).toEqual(looks);
});
