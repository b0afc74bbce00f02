import type { Fields } from "./fields.ts";
import { type Choice, type JsonPath, jsonValues } from "./json-values.ts";

/** Levels of folders that are read; no real file has as many. */
const LEVELS = 100;

/** One object of a tree, with its selected fields. */
interface TreeNode {
  readonly fields: Fields;
  /** Ids of the enclosing objects, the outermost first. */
  readonly around: readonly number[];
  /** Number of the object, the same each time the file is read. */
  readonly id: number;
}

interface OpenNode {
  readonly id: number;
  readonly depth: number;
  readonly fields: Record<string, unknown>;
}

/**
 * The objects of a file in which folders contain their children, as browsers write it. Each is yielded when it ends, because
 * its fields may follow its children. Only unfinished objects are in memory.
 * @param branches names of the fields that contain other objects, in an array or by name
 * @param wanted names of the fields to read
 */
export async function* treeNodes(
  text: AsyncIterable<string>,
  branches: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<TreeNode> {
  const open: OpenNode[] = [];
  const ended: TreeNode[] = [];
  let nodes = 0;
  /** A value at the depth of an object, or above, ends that object. */
  const endBefore = (depth: number): void => {
    for (let last = open.at(-1); last !== undefined && last.depth >= depth; last = open.at(-1)) {
      open.pop();
      ended.push({ fields: last.fields, around: open.map(({ id }) => id), id: last.id });
    }
  };
  const choose = (path: JsonPath, isContainer: boolean): Choice => {
    const depth = path.length;
    endBefore(depth);
    const parent = open.at(-1);
    const name = path.at(-1) ?? "";
    const isField = parent !== undefined && depth === parent.depth + 1 && name !== "*";
    if (isField && branches.has(name)) return isContainer && open.length < LEVELS ? "enter" : "skip";
    if (isField) return wanted.has(name) && !isContainer ? "take" : "skip";
    if (!isContainer) return "skip";
    open.push({ id: nodes++, depth, fields: {} });
    return "enter";
  };
  for await (const { path, value } of jsonValues(text, choose)) {
    yield* ended.splice(0);
    const last = open.at(-1);
    if (last !== undefined) last.fields[path.at(-1) ?? ""] = value;
  }
  endBefore(0);
  yield* ended;
}
