import type { CommandClient } from "@satchel/chassis";
import { CreateFolder, type FolderId, type ImportId, isSatchelError, type UserId } from "@satchel/contracts";
import { v5 } from "uuid";
import { FOLDERS_KNOWN, FOLDERS_REFUSED } from "./limits.ts";

export interface FolderLook {
  readonly color?: string | undefined;
  readonly emoji?: string | undefined;
}

const COLOR = /^#[0-9a-f]{6}$/;

/**
 * Finds or creates the folders of one import, each once. When the user has as many folders as allowed, links go to the
 * nearest existing folder above.
 */
export class FolderMaker {
  readonly #client: CommandClient;
  readonly #userId: UserId;
  readonly #importId: ImportId;
  readonly #made = new Map<string, FolderId | null>();
  #refused = 0;

  constructor(client: CommandClient, userId: UserId, importId: ImportId) {
    this.#client = client;
    this.#userId = userId;
    this.#importId = importId;
  }

  /** The folder for a path of at most two names; null for none. */
  async folderFor([name, child]: readonly string[], look: FolderLook = {}): Promise<FolderId | null> {
    if (name === undefined) return null;
    const parent = await this.#make(name, null, child === undefined ? look : {});
    if (child === undefined || parent === null) return parent;
    return (await this.#make(child, parent, look)) ?? parent;
  }

  async #make(name: string, parentFolderId: FolderId | null, look: FolderLook): Promise<FolderId | null> {
    const key = `${parentFolderId ?? ""}/${name}`;
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    if (this.#refused >= FOLDERS_REFUSED || this.#made.size >= FOLDERS_KNOWN) return null;
    const folderId = await this.#ask(key, name, parentFolderId, look);
    if (folderId === null) this.#refused++;
    this.#made.set(key, folderId);
    return folderId;
  }

  async #ask(
    key: string,
    name: string,
    parentFolderId: FolderId | null,
    { color, emoji }: FolderLook,
  ): Promise<FolderId | null> {
    const place = { userId: this.#userId, name, parentFolderId, orExisting: true };
    const plain = color === undefined && emoji === undefined;
    const looks = {
      ...(color !== undefined && COLOR.test(color) ? { color } : {}),
      ...(emoji === undefined ? {} : { emoji }),
    };
    try {
      return (await this.#client.send(CreateFolder, { ...place, ...looks }, v5(key, this.#importId))).result.folderId;
    } catch (error) {
      if (!isSatchelError(error) || !["rejected", "invalid", "not-found"].includes(error.code)) throw error;
      // An invalid colour or emoji in the file must not prevent the folder.
      return plain ? null : this.#ask(`${key}/plain`, name, parentFolderId, {});
    }
  }
}
