import type { LinkFilters } from "@satchel/contracts";

/** A user's archive in memory: a simple second implementation of the rules. Addresses and folders are numbers. */
export interface ModelLink {
  readonly address: number;
  title: string | null;
  tags: readonly string[];
  /** Whether the owner ever gave tags. */
  ownTags: boolean;
  favorite: boolean;
  folder: number | null;
  visits: number;
  deleted: boolean;
}

export interface Changes {
  readonly isFavorite?: boolean;
  readonly folderId?: number | null;
  readonly title?: string;
  readonly tags?: string[];
}

export type Action =
  | {
      readonly kind: "save";
      readonly address: number;
      readonly folderId?: number | null;
      readonly title?: string;
      readonly tags?: string[];
    }
  | { readonly kind: "change"; readonly address: number; readonly changes: Changes }
  | { readonly kind: "visit"; readonly address: number }
  | { readonly kind: "delete"; readonly address: number }
  | { readonly kind: "restore"; readonly address: number }
  | { readonly kind: "bulk"; readonly addresses: readonly number[]; readonly what: BulkWhat }
  | { readonly kind: "undo"; readonly bulk: number }
  | { readonly kind: "folder"; readonly name: string; readonly parent: number | null };

/** What a bulk call does; a tag is added, a favourite made, a link deleted, or marked as visited or not. */
export type BulkWhat = "delete" | "favorite" | "visited" | "unvisited" | { readonly tag: string };

const LINK_NOT_FOUND = "Link not found";
const FOLDER_NOT_FOUND = "Folder not found. It may have already been deleted.";

export class Model {
  /** Newest saved last; deleted ones stay where they were. */
  #links: ModelLink[] = [];
  /** What each bulk call found: link and state before, and the state it left. */
  readonly #bulks: { readonly link: ModelLink; readonly before: ModelLink; readonly change: number }[][] = [];
  /** How often a link was changed. */
  readonly #changes = new Map<ModelLink, number>();
  readonly #folders: { id: number; name: string; parent: number | null }[] = [];

  /** Carries an action out, or says why not. */
  act(action: Action): string | undefined {
    switch (action.kind) {
      case "save":
        return this.#save(action);
      case "change":
        return this.#change(action.address, action.changes);
      case "visit":
        return this.#with(action.address, (link) => {
          this.#touch(link);
          link.visits++;
          return undefined;
        });
      case "delete":
        return this.#with(action.address, (link) => {
          link.deleted = true;
          this.#touch(link);
          return undefined;
        });
      case "restore":
        return this.#restore(action.address);
      case "bulk":
        this.#bulk(action.addresses, action.what);
        return undefined;
      case "undo":
        this.#undo(action.bulk);
        return undefined;
      case "folder":
        return this.#folder(action.name, action.parent);
    }
  }

  /** Number of the bulk calls so far. */
  get bulks(): number {
    return this.#bulks.length;
  }

  list({ favorites_only, unvisited_only, folder_id }: LinkFilters): ModelLink[] {
    return this.#links
      .filter((link) => !link.deleted)
      .filter((link) => !favorites_only || link.favorite)
      .filter((link) => !unvisited_only || link.visits === 0)
      .filter((link) => folder_id === undefined || (link.folder ?? 0) === folder_id)
      .reverse();
  }

  #restore(address: number): string | undefined {
    const link = this.#links.find((known) => known.address === address && known.deleted);
    if (link === undefined) return LINK_NOT_FOUND;
    link.deleted = false;
    this.#touch(link);
    return undefined;
  }

  #bulk(addresses: readonly number[], what: BulkWhat): void {
    const done = [];
    for (const link of this.#links.filter((known) => addresses.includes(known.address) && !known.deleted)) {
      const before = { ...link };
      if (what === "delete") link.deleted = true;
      else if (what === "favorite") link.favorite = true;
      else if (what === "visited") link.visits = Math.max(1, link.visits);
      else if (what === "unvisited") link.visits = 0;
      else if (!link.tags.includes(what.tag)) Object.assign(link, { tags: [...link.tags, what.tag], ownTags: true });
      if (JSON.stringify(before) === JSON.stringify(link)) continue;
      done.push({ link, before, change: this.#touch(link) });
    }
    this.#bulks.push(done);
  }

  #undo(bulk: number): void {
    for (const { link, before, change } of this.#bulks[bulk] ?? []) {
      if (this.#changes.get(link) !== change) continue;
      Object.assign(link, before);
      this.#touch(link);
    }
  }

  #touch(link: ModelLink): number {
    const change = (this.#changes.get(link) ?? 0) + 1;
    this.#changes.set(link, change);
    return change;
  }

  #save({ address, folderId, title, tags }: Extract<Action, { kind: "save" }>): string | undefined {
    if (!this.#knows(folderId)) return FOLDER_NOT_FOUND;
    const known = this.#links.find((link) => link.address === address);
    const link = known ?? {
      address,
      title: null,
      tags: [],
      ownTags: false,
      favorite: false,
      folder: null,
      visits: 0,
      deleted: false,
    };
    link.deleted = false;
    this.#touch(link);
    if (title) link.title = title;
    for (const tag of tags ?? []) if (!link.tags.includes(tag)) link.tags = [...link.tags, tag];
    if (tags !== undefined) link.ownTags = true;
    if (folderId !== undefined) link.folder = folderId;
    this.#links = [...this.#links.filter((other) => other !== link), link];
    return undefined;
  }

  #change(address: number, { isFavorite, folderId, title, tags }: Changes): string | undefined {
    return this.#with(address, (link) => {
      if (!this.#knows(folderId)) return FOLDER_NOT_FOUND;
      const before = JSON.stringify(link);
      if (isFavorite !== undefined) link.favorite = isFavorite;
      if (folderId !== undefined) link.folder = folderId;
      if (title !== undefined) link.title = title || null;
      if (tags !== undefined) link.tags = tags;
      // Where the owner had given no tags, giving none is saying so, and a change.
      if (JSON.stringify(link) !== before || (tags !== undefined && !link.ownTags)) this.#touch(link);
      if (tags !== undefined) link.ownTags = true;
      return undefined;
    });
  }

  #with(address: number, act: (link: ModelLink) => string | undefined): string | undefined {
    const link = this.#links.find((known) => known.address === address && !known.deleted);
    return link === undefined ? LINK_NOT_FOUND : act(link);
  }

  #folder(name: string, parent: number | null): string | undefined {
    const above = this.#folders.find(({ id }) => id === parent);
    if (parent !== null && above === undefined) return "Parent folder not found";
    if (above !== undefined && above.parent !== null) return "Maximum folder depth is 2 levels.";
    if (this.#folders.some((folder) => folder.parent === parent && folder.name === name.toLowerCase())) {
      const place = parent === null ? "" : " in this location";
      return `A folder with this name already exists${place}.`;
    }
    this.#folders.push({ id: this.#folders.length + 1, name: name.toLowerCase(), parent });
    return undefined;
  }

  #knows(folderId: number | null | undefined): boolean {
    return folderId === undefined || folderId === null || this.#folders.some(({ id }) => id === folderId);
  }
}
