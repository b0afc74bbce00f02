import type { StoredEvent } from "@satchel/chassis";
import { type Decision, type FolderEvent, type FolderId, parseSubject, type UserId } from "@satchel/contracts";
import { stateOf } from "../src/commands/load.ts";
import { decideChange, decideCreate, decideMove } from "../src/domain/folders.ts";
import { shownName } from "../src/domain/names.ts";
import { childrenOf, type FoldersState } from "../src/domain/tree.ts";
import { decideDelete, decidePurge, decideRestore } from "../src/domain/undo.ts";
import { foldersProjection } from "../src/projection/projection.ts";
import type { FolderRow, TreeRow } from "../src/projection/tables.ts";
import { MemoryTables } from "./memory-tables.ts";
import type { Action, ShownFolder } from "./model.ts";

const userId = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01" as UserId;
const subject = `journal.3.${userId}.folders`;

/** The rules and the tables without servers: each decision is projected, and the next one reads the rows. */
export class Tree {
  now = 0;
  log: StoredEvent[] = [];
  tables = new MemoryTables(foldersProjection);

  get state(): FoldersState {
    const [tree] = this.tables.rows<TreeRow>("trees");
    return stateOf(tree, this.tables.rows<Omit<FolderRow, "name">>("folders")).state;
  }

  act(action: Action): string | undefined {
    if (action.kind === "wait") {
      this.now += action.days * 24 * 3600 * 1000;
      this.#carryOut(decidePurge(this.state, this.now));
      return undefined;
    }
    return this.#carryOut(this.#decide(action));
  }

  #decide(action: Exclude<Action, { kind: "wait" }>): Decision<FolderEvent, unknown> {
    const { state, now } = this;
    switch (action.kind) {
      case "create":
        return decideCreate(state, { name: action.name, parentFolderId: action.parent, emoji: action.emoji });
      case "change": {
        const { kind: _, id, ...changes } = action;
        return decideChange(state, { folderId: id, ...changes });
      }
      case "move":
        return decideMove(state, { folderId: action.id, parentFolderId: action.parent, orderIndex: action.index });
      case "delete":
        return decideDelete(state, { folderId: action.id, recursive: action.recursive });
      case "restore":
        return decideRestore(state, { folderId: action.id }, now);
    }
  }

  #carryOut(decision: Decision<FolderEvent, unknown>): string | undefined {
    if (decision.kind === "rejected") return decision.error.detail;
    if (decision.kind === "nothing") return undefined;
    const { type, data } = decision.event;
    const at = parseSubject(subject);
    if (at === undefined) throw new Error(subject);
    const correlation = { correlationId: "", causationId: "", traceparent: "" };
    const sequence = (this.log.at(-1)?.sequence ?? 0) + 1;
    const event = { id: "e", type, data, version: 1, time: new Date(this.now), sequence, subject, at, correlation };
    this.log.push(event);
    this.tables.apply(event);
    if (type === "FoldersPurged") this.#eraseNames(data.purged);
    return undefined;
  }

  #eraseNames(purged: readonly FolderId[]): void {
    const names = ({ type, data }: StoredEvent): boolean =>
      ["FolderCreated", "FolderChanged"].includes(type) && purged.includes((data as { folderId: FolderId }).folderId);
    this.log = this.log.filter((event) => !names(event));
  }

  shown(parent: FolderId | null = null): ShownFolder[] {
    return childrenOf(this.state.folders, parent).map(({ id, name, suffix, color, emoji }) => ({
      id,
      name: shownName(name, suffix),
      color,
      emoji,
      children: this.shown(id),
    }));
  }

  /** The stored positions of the folders below each parent. */
  places(): number[][] {
    const { folders } = this.state;
    const top = childrenOf(folders, null);
    return [top, ...top.map(({ id }) => childrenOf(folders, id))].map((list) =>
      list.map(({ orderIndex }) => orderIndex),
    );
  }
}
