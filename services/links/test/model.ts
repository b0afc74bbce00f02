import type { LinkFilters } from "@satchel/contracts";

/** A user's archive in memory, as simply as the rules can be told. Addresses and folders are numbers. */
export interface ModelLink {
  readonly address: number;
  title: string | null;
  tags: readonly string[];
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
  | { readonly kind: "save"; readonly address: number; readonly folderId?: number | null; readonly title?: string }
  | { readonly kind: "change"; readonly address: number; readonly changes: Changes }
  | { readonly kind: "visit"; readonly address: number }
  | { readonly kind: "delete"; readonly address: number }
  | { readonly kind: "folder"; readonly name: string; readonly parent: number | null };

export const LINK_NOT_FOUND = "Link not found";
export const FOLDER_NOT_FOUND = "Folder not found. It may have already been deleted.";

export class Model {
  /** Newest saved last; deleted ones stay where they were. */
  #links: ModelLink[] = [];
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
          link.visits++;
          return undefined;
        });
      case "delete":
        return this.#with(action.address, (link) => {
          link.deleted = true;
          return undefined;
        });
      case "folder":
        return this.#folder(action.name, action.parent);
    }
  }

  list({ favorites_only, unvisited_only, folder_id }: LinkFilters): ModelLink[] {
    return this.#links
      .filter((link) => !link.deleted)
      .filter((link) => !favorites_only || link.favorite)
      .filter((link) => !unvisited_only || link.visits === 0)
      .filter((link) => folder_id === undefined || (link.folder ?? 0) === folder_id)
      .reverse();
  }

  #save({ address, folderId, title }: Extract<Action, { kind: "save" }>): string | undefined {
    if (!this.#knows(folderId)) return FOLDER_NOT_FOUND;
    const known = this.#links.find((link) => link.address === address);
    const link = known ?? {
      address,
      title: title || null,
      tags: [],
      favorite: false,
      folder: null,
      visits: 0,
      deleted: false,
    };
    link.deleted = false;
    if (folderId !== undefined) link.folder = folderId;
    this.#links = [...this.#links.filter((other) => other !== link), link];
    return undefined;
  }

  #change(address: number, { isFavorite, folderId, title, tags }: Changes): string | undefined {
    return this.#with(address, (link) => {
      if (!this.#knows(folderId)) return FOLDER_NOT_FOUND;
      if (isFavorite !== undefined) link.favorite = isFavorite;
      if (folderId !== undefined) link.folder = folderId;
      if (title !== undefined) link.title = title || null;
      if (tags !== undefined) link.tags = tags;
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
