import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readBackupArguments, readRestoreArguments } from "./backup-arguments.ts";
import { UsageError } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "satchel-arguments-"));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const passphrase = file("passphrase", "from a file\r\nand more\n");
const empty = file("empty", "\n");
const identity = file("key", "# created: 2026\n# public key: age1x\nAGE-SECRET-KEY-1ABC\n");
afterAll(() => rmSync(folder, { recursive: true }));

describe("npm run backup", () => {
  test.each([
    [["--to", "x"], {}, { to: "x", holds: "everything", keep: undefined, lock: undefined }],
    [["--to", "x", "--keep", "14", "--erasures-only"], {}, { to: "x", holds: "erasures", keep: 14, lock: undefined }],
    [["--to", "x"], { BACKUP_PASSPHRASE: "p" }, { lock: { kind: "passphrase", passphrase: "p" } }],
    [["--to", "x"], { BACKUP_PASSPHRASE: "" }, { lock: undefined }],
    [["--to", "x", "--passphrase-file", passphrase], {}, { lock: { kind: "passphrase", passphrase: "from a file" } }],
    [
      ["--to", "x", "--recipient", "age1a", "--recipient", "age1b"],
      {},
      { lock: { kind: "recipients", recipients: ["age1a", "age1b"] } },
    ],
  ])("when it is asked with %j and %j, then it is understood", async (args, env, expected) => {
    expect(await readBackupArguments(args, env)).toMatchObject(expected);
  });

  test.each([
    [[], {}],
    [["--to", "x", "--keep", "0"], {}],
    [["--to", "x", "y"], {}],
    [["--to", "x", "--recipient", "AGE-SECRET-KEY-1"], {}],
    [["--to", "x", "--recipient", "age1a"], { BACKUP_PASSPHRASE: "p" }],
    [["--to", "x", "--passphrase-file", empty], {}],
    [["--to", "x", "--passphrase-file", join(folder, "none")], {}],
  ])("when it is asked with %j and %j, then it says how", async (args, env) => {
    await expect(readBackupArguments(args, env)).rejects.toThrow(UsageError);
  });
});

describe("npm run restore", () => {
  test.each([
    [["--from", "x"], {}, { from: "x", erasures: [], force: false, check: false, key: undefined }],
    [["--from", "x", "--erasures", "a", "--erasures", "b", "--force"], {}, { erasures: ["a", "b"], force: true }],
    [
      ["--from", "x", "--check"],
      { BACKUP_PASSPHRASE: "p" },
      { check: true, key: { kind: "passphrase", passphrase: "p" } },
    ],
    [
      ["--from", "x", "--identity-file", identity],
      { BACKUP_PASSPHRASE: "p" },
      { key: { kind: "identities", identities: ["AGE-SECRET-KEY-1ABC"] } },
    ],
  ])("when it is asked with %j and %j, then it is understood", async (args, env, expected) => {
    expect(await readRestoreArguments(args, env)).toMatchObject(expected);
  });

  test.each([[[]], [["--from", ""]], [["--from", "x", "--identity-file", passphrase]], [["--from", "x", "--what"]]])(
    "when it is asked with %j, then it says how",
    async (args) => {
      await expect(readRestoreArguments(args, {})).rejects.toThrow(UsageError);
    },
  );
});
