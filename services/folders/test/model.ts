import { texts, UNDO_SECONDS } from "@satchel/contracts";

/** A command to a tree of folders, or a pause. */
export type Action =
  | { kind: "create"; name: string; parent: number | null; emoji: string | null }
  | { kind: "change"; id: number; name?: string; color?: string | null }
  | { kind: "move"; id: number; parent: number | null; index: number }
  | { kind: "delete"; id: number; recursive: boolean }
  | { kind: "restore"; id: number }
  | { kind: "wait"; days: number };

/** A folder as the page shows it. */
export interface ShownFolder {
  id: number;
  name: string;
  color: string | null;
  emoji: string | null;
  children: ShownFolder[];
}

interface Node {
  id: number;
  base: string;
  number: number | undefined;
  color: string | null;
  emoji: string | null;
  children: Node[];
  /** The deleted folder that contained it, its position there, and its number then. */
  cameFrom: { id: number; index: number; number: number | undefined } | undefined;
}

interface Deletion {
  node: Node;
  parent: number | undefined;
  index: number;
  at: number;
}

const DAY_MS = 24 * 3600 * 1000;

const label = (base: string, number: number | undefined): string =>
  number === undefined ? base : `${base} (${number})`;
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * A second implementation of the rules of folders, by nested lists without events, places or tables. Commands use few and
 * simple names.
 */
export class Model {
  top: Node[] = [];
  lastId = 0;
  now = 0;
  readonly deletions = new Map<number, Deletion>();

  /** @returns the text of the error when there is one */
  act(action: Action): string | undefined {
    switch (action.kind) {
      case "create":
        return this.#create(action);
      case "change":
        return this.#change(action);
      case "move":
        return this.#move(action);
      case "delete":
        return this.#delete(action);
      case "restore":
        return this.#restore(action.id);
      case "wait":
        this.now += action.days * DAY_MS;
        return undefined;
    }
  }

  shown(): ShownFolder[] {
    const show = ({ id, base, number, color, emoji, children }: Node): ShownFolder => ({
      id,
      name: label(base, number),
      color,
      emoji,
      children: children.map(show),
    });
    return this.top.map(show);
  }

  /** The places of those in each place: 0, 1, 2 and so on, without gaps. */
  places(): number[][] {
    return [this.top, ...this.top.map(({ children }) => children)].map((list) => list.map((_, at) => at));
  }

  #find(id: number): { node: Node; list: Node[]; parent: Node | undefined } | undefined {
    for (const node of this.top) {
      if (node.id === id) return { node, list: this.top, parent: undefined };
      const child = node.children.find((one) => one.id === id);
      if (child !== undefined) return { node: child, list: node.children, parent: node };
    }
    return undefined;
  }

  #create({ name, parent, emoji }: Extract<Action, { kind: "create" }>): string | undefined {
    if (name === "") return texts.folders.name;
    const place = parent === null ? undefined : this.#find(parent);
    if (parent !== null && place === undefined) return texts.folders.parentNotFound;
    if (place?.parent !== undefined) return texts.folders.depth;
    const list = place?.node.children ?? this.top;
    if (has(list, name)) return place === undefined ? texts.folders.exists : texts.folders.existsHere;
    const rest = { number: undefined, color: null, emoji, children: [], cameFrom: undefined };
    list.push({ id: ++this.lastId, base: name, ...rest });
    return undefined;
  }

  #change({ id, name, color }: Extract<Action, { kind: "change" }>): string | undefined {
    const found = this.#find(id);
    if (found === undefined) return texts.folders.notFound;
    const { node, list, parent } = found;
    if (name === "") return texts.folders.name;
    if (name !== undefined && name !== label(node.base, node.number)) {
      if (
        has(
          list.filter((one) => one !== node),
          name,
        )
      )
        return parent === undefined ? texts.folders.exists : texts.folders.existsHere;
      node.base = name;
      node.number = undefined;
      if (node.cameFrom !== undefined) node.cameFrom.number = undefined;
    }
    if (color !== undefined) node.color = color;
    return undefined;
  }

  #move({ id, parent, index }: Extract<Action, { kind: "move" }>): string | undefined {
    const found = this.#find(id);
    if (found === undefined) return texts.folders.notFound;
    if (parent === id) return texts.folders.intoItself;
    const { node, list } = found;
    const target = parent === null ? undefined : this.#find(parent);
    if (parent !== null && target === undefined) return texts.folders.parentNotFound;
    if (target?.parent === node) return texts.folders.intoDescendant;
    if (target?.parent !== undefined) return texts.folders.intoFull;
    if (target !== undefined && node.children.length > 0) return texts.folders.depth;
    const into = target?.node.children ?? this.top;
    if (into !== list && has(into, label(node.base, node.number)))
      return target === undefined ? texts.folders.exists : texts.folders.existsHere;
    const before = list.indexOf(node);
    list.splice(before, 1);
    into.splice(Math.max(index, 0), 0, node);
    if (into !== list || list.indexOf(node) !== before) node.cameFrom = undefined;
    return undefined;
  }

  #delete({ id, recursive }: Extract<Action, { kind: "delete" }>): string | undefined {
    const found = this.#find(id);
    if (found === undefined) return texts.folders.notFound;
    const { node, list, parent } = found;
    const index = list.indexOf(node);
    list.splice(index, 1);
    this.deletions.set(id, { node, parent: parent?.id, index, at: this.now });
    if (recursive) return undefined;
    const rising = node.children;
    node.children = [];
    rising.forEach((child, at) => (child.cameFrom = { id, index: at, number: child.number }));
    settle(rising, list);
    list.splice(index, 0, ...rising);
    return undefined;
  }

  #restore(id: number): string | undefined {
    const deletion = this.deletions.get(id);
    if (deletion === undefined || this.now - deletion.at >= UNDO_SECONDS * 1000) return texts.folders.notFound;
    this.deletions.delete(id);
    const { node, parent, index } = deletion;
    const list = this.top.find((one) => one.id === parent)?.children ?? this.top;
    const back = this.top
      .filter((one) => one.cameFrom?.id === id && one.children.length === 0)
      .sort((a, b) => (a.cameFrom?.index ?? 0) - (b.cameFrom?.index ?? 0));
    for (const child of back) {
      this.top.splice(this.top.indexOf(child), 1);
      child.number = child.cameFrom?.number;
    }
    settle(back, []);
    node.children.push(...back);
    settle([node], list);
    list.splice(index, 0, node);
    const everyone = [...this.top, ...[...this.deletions.values()].map((one) => one.node)];
    for (const one of everyone.flatMap((top) => [top, ...top.children])) {
      if (one.cameFrom?.id === id) one.cameFrom = undefined;
    }
    return undefined;
  }
}

const has = (list: readonly Node[], name: string): boolean =>
  list.some(({ base, number }) => same(label(base, number), name));

/** Gives those who come to a list numbers where their names are taken; who finds the own name free keeps it. */
function settle(coming: readonly Node[], list: readonly Node[]): void {
  const there = [...list];
  const late: Node[] = [];
  for (const node of coming) (has(there, label(node.base, node.number)) ? late : there).push(node);
  for (const node of late) {
    node.number = 2;
    while (has(there, label(node.base, node.number))) node.number++;
    there.push(node);
  }
}
