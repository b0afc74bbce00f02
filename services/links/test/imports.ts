import { randomUUID } from "node:crypto";
import { type ImportFiles, type ImportKey, openImportFiles, openImportProgress, openPageJobs } from "@satchel/chassis";
import {
  type Import,
  type ImportFormat,
  type ImportId,
  ListImports,
  StartImport,
  type UserId,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import type { ImportState } from "../src/imports/ledger.ts";
import type { ImportDeps } from "../src/imports/run-import.ts";
import { forTests, type System } from "./system.ts";

/** What imports work with, for those that a test carries out by itself. */
export const importDeps = async (system: System): Promise<ImportDeps> => ({
  ...system,
  ...forTests,
  now: Date.now,
  files: await openImportFiles(system.bus),
  kept: await openImportProgress<ImportState>(system.bus),
  jobs: await openPageJobs(system.bus),
});

/** Lays the file of an import where the gateway does. @returns its octets */
export const layFile = (files: Pick<ImportFiles, "put">, key: ImportKey, file: Uint8Array): Promise<number> =>
  files.put(
    key,
    (async function* () {
      yield file;
    })(),
  );

/** Lays a file where the gateway does, and asks for its import. */
export async function startImport(
  system: System,
  userId: UserId,
  file: string | Uint8Array,
  more: { format?: ImportFormat; importId?: ImportId } = {},
): Promise<ImportId> {
  const importId = more.importId ?? (randomUUID() as string as ImportId);
  const octets = typeof file === "string" ? Buffer.from(file) : file;
  const files = await openImportFiles(system.bus);
  const bytes = await layFile(files, { userId, importId }, octets);
  const format = more.format === undefined ? {} : { format: more.format };
  await system.client.send(StartImport, { userId, importId, name: "bookmarks", bytes, ...format });
  return importId;
}

/** How far an import is; undefined where the user has none of this id. */
export async function importOf(system: System, userId: UserId, importId: ImportId): Promise<Import | undefined> {
  return (await system.client.send(ListImports, { userId, importId })).result.imports[0];
}

/** Waits for the end of an import. */
export const ended = (system: System, userId: UserId, importId: ImportId): Promise<Import> =>
  eventually(async () => {
    const found = await importOf(system, userId, importId);
    return found !== undefined && found.status !== "running" && found;
  }) as Promise<Import>;

/** Imports a file to its end. */
export const importFile = async (
  system: System,
  userId: UserId,
  file: string | Uint8Array,
  format?: ImportFormat,
): Promise<Import> =>
  ended(system, userId, await startImport(system, userId, file, format === undefined ? {} : { format }));
