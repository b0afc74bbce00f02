import type { CommandClient, Journal } from "@satchel/chassis";
import {
  aggregateSubject,
  ChangeFolder,
  type CommandDefinition,
  CreateFolder,
  DeleteFolder,
  type FolderId,
  isFinal,
  MoveFolder,
  type PayloadOf,
  RestoreFolder,
  type ResultOf,
  type UserId,
} from "@satchel/contracts";
import { v5 } from "uuid";
import type { FaultEntry } from "../formats/index.ts";
import { FOLDER_EVENTS, FOLDERS_REFUSED } from "../limits.ts";
import type { ExportedFolderEvent } from "./exported-event.ts";
import { importedIdOf } from "./link-history.ts";

/** The folder here for a folder of the file. An existing one only receives links: its history stays. */
interface FolderHere {
  readonly folderId: FolderId;
  readonly isOfFile: boolean;
  readonly isSmart: boolean;
}

/**
 * Repeats the folder events of the file on this account's folders, by commands: so any file is subject to the rules for
 * folders. The ids of the events make repetitions harmless.
 */
export class FolderHistory {
  readonly #client: CommandClient;
  readonly #userId: UserId;
  /** The events of this account's folders by their ids, each with the folder that it is about. */
  readonly #stored: ReadonlyMap<string, FolderId | undefined>;
  /** By their ids in the file. */
  readonly #folders = new Map<FolderId, FolderHere>();
  #sent = 0;
  #refused = 0;

  private constructor(client: CommandClient, userId: UserId, stored: ReadonlyMap<string, FolderId | undefined>) {
    this.#client = client;
    this.#userId = userId;
    this.#stored = stored;
  }

  /** Reads which of the file's events this account's folders have already. */
  static async open(journal: Journal, client: CommandClient, userId: UserId): Promise<FolderHistory> {
    const events = await journal.readAggregate(aggregateSubject(userId, "folders"));
    const stored = events.map(({ id, data }) => [id, (data as { folderId?: FolderId }).folderId] as const);
    return new FolderHistory(client, userId, new Map(stored));
  }

  /** The folder here for a folder of the file; null when there is none, and for a smart one, which contains nothing. */
  readonly folderOf = (folderId: FolderId): FolderId | null => {
    const here = this.#folders.get(folderId);
    return here === undefined || here.isSmart ? null : here.folderId;
  };

  /** Repeats an event. @returns why that was not possible */
  async apply(event: ExportedFolderEvent): Promise<FaultEntry | undefined> {
    const id = importedIdOf(this.#userId, event.id);
    // The file may come from this same account.
    const at = [id, event.id].find((one) => this.#stored.has(one));
    if (at !== undefined) {
      const folderId = this.#stored.get(at);
      if (event.type === "FolderCreated" && folderId !== undefined) {
        const isSmart = event.data.search !== undefined;
        this.#folders.set(event.data.folderId, { folderId, isOfFile: true, isSmart });
      }
      return undefined;
    }
    if (this.#sent >= FOLDER_EVENTS || this.#refused >= FOLDERS_REFUSED) {
      return { kind: "fault", text: event.type, reason: "There are too many changes of folders." };
    }
    this.#sent++;
    const isDone = event.type === "FolderCreated" ? await this.#create(event, id) : await this.#change(event, id);
    if (isDone) return undefined;
    this.#refused++;
    return { kind: "fault", text: event.type, reason: "The folders of this account don't allow this change." };
  }

  async #create({ data, time }: Extract<ExportedFolderEvent, { type: "FolderCreated" }>, id: string): Promise<boolean> {
    const { folderId, parentFolderId, orderIndex: _, ...looks } = data;
    // Without a folder here, its parent was purged, and it moved to the top level.
    const parent = parentFolderId === null ? null : this.folderOf(parentFolderId);
    const folder = { userId: this.#userId, ...looks, parentFolderId: parent, past: time.toISOString() };
    const made = await this.#send(CreateFolder, folder, id);
    const found = made ?? (await this.#send(CreateFolder, { ...folder, orExisting: true }, v5("existing", id)));
    if (found === undefined) return false;
    const isSmart = data.search !== undefined;
    this.#folders.set(folderId, { folderId: found.folderId, isOfFile: made !== undefined, isSmart });
    return true;
  }

  /** @returns false when the event could not be applied */
  async #change(
    { type, data, time }: Exclude<ExportedFolderEvent, { type: "FolderCreated" }>,
    id: string,
  ): Promise<boolean> {
    // The file has no other events of purged folders.
    const here = type === "FoldersPurged" ? undefined : this.#folders.get(data.folderId);
    if (here === undefined || !here.isOfFile) return true;
    const target = { userId: this.#userId, folderId: here.folderId, past: time.toISOString() };
    switch (type) {
      case "FolderChanged": {
        const { folderId: _, ...changes } = data;
        return (await this.#send(ChangeFolder, { ...target, ...changes }, id)) !== undefined;
      }
      case "FolderMoved": {
        const place = data.placed.find(({ folderId }) => folderId === data.folderId);
        if (place === undefined) return false;
        const { orderIndex, parentFolderId } = place;
        const parent = parentFolderId === null ? null : this.folderOf(parentFolderId);
        if (parentFolderId !== null && parent === null) return true;
        return (await this.#send(MoveFolder, { ...target, parentFolderId: parent, orderIndex }, id)) !== undefined;
      }
      case "FolderDeleted": {
        const recursive = data.removed.length > 1;
        return (await this.#send(DeleteFolder, { ...target, recursive }, id)) !== undefined;
      }
      case "FolderRestored":
        return (await this.#send(RestoreFolder, target, id)) !== undefined;
      default:
        return true;
    }
  }

  /** Sends a command; undefined where it is refused. */
  async #send<C extends CommandDefinition>(
    definition: C,
    payload: PayloadOf<C>,
    id: string,
  ): Promise<ResultOf<C> | undefined> {
    try {
      return (await this.#client.send(definition, payload, id)).result;
    } catch (error) {
      if (isFinal(error)) return undefined;
      throw error;
    }
  }
}
