import { FOLDERS_PER_USER, type Folder } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { newUser, outcomes, startSystem, type System } from "../../test/system.ts";
import { listFolders } from "../queries/index.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await system.start();
});

/** A tree as names, each with its children's. */
const names = (tree: readonly Folder[]): string[] =>
  tree.map(({ name, children }) =>
    children.length === 0 ? name : `${name}(${children.map((child) => child.name).join()})`,
  );
const tree = async (userId: ReturnType<typeof newUser>) => names(await listFolders(system.db, userId));
const atOnce = async <T>(times: number, work: (n: number) => Promise<T>) =>
  outcomes(await Promise.allSettled(Array.from({ length: times }, (_, n) => work(n))));

describe("given two replicas of the service, when commands come at once", () => {
  test("50 folders of one name are one folder", async () => {
    const userId = newUser();
    const { done, errors } = await atOnce(50, () => system.create(userId, "Reading"));
    expect(done).toEqual([1]);
    expect(new Set(errors.map(({ detail }) => detail))).toEqual(new Set(["A folder with this name already exists."]));
    expect(await tree(userId)).toEqual(["Reading"]);
  });

  test("50 commands for an existing name get the same folder", async () => {
    const userId = newUser();
    await system.create(userId, "Other");
    const { done, errors } = await atOnce(50, (n) =>
      system.create(userId, n % 2 === 0 ? "reading" : "Reading ", { orExisting: true }),
    );
    expect(errors).toEqual([]);
    expect(new Set(done)).toEqual(new Set([2]));
    expect(await tree(userId)).toHaveLength(2);
  });

  test("50 folders of different names are all made, with ids and places of their own", async () => {
    const userId = newUser();
    const { done, errors } = await atOnce(50, (n) => system.create(userId, `Folder ${n}`));
    expect(errors).toEqual([]);
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    expect(done.sort((a, b) => a - b)).toEqual(numbers.map((n) => n + 1));
    expect((await listFolders(system.db, userId)).map(({ order_index }) => order_index)).toEqual(numbers);
  });
});

test("given a user with the maximum of folders, when one more is made, then it is refused", async () => {
  const userId = newUser();
  await system.create(userId, "First");
  // A thousand commands would take longer than they tell: the rows stand for them.
  await system.pool.query(
    `insert into folders.folders (user_id, id, own_name, parent_folder_id, order_index)
     select $1, n, 'Folder ' || n, null, n - 1 from generate_series(2, $2::int) as n`,
    [userId, FOLDERS_PER_USER],
  );
  const { errors } = await atOnce(1, () => system.create(userId, "One more"));
  expect(errors).toMatchObject([{ code: "rejected", detail: "You have reached the maximum number of folders." }]);
});

test("given the tables are dropped, when the service starts again, then the trees are the same to the letter", async () => {
  const users = [newUser(), newUser(), newUser()];
  for (const [n, userId] of users.entries()) {
    const parent = await system.create(userId, `Top ${n}`);
    await system.create(userId, "Ünder", { parentFolderId: parent });
  }
  const read = async () => JSON.stringify(await Promise.all(users.map((userId) => listFolders(system.db, userId))));
  const before = await read();
  await system.stop();
  await system.pool.query("drop schema folders cascade");

  await system.start();

  expect(await read()).toBe(before);
  const [first] = users;
  if (first === undefined) throw new Error("no user");
  expect(await system.create(first, "Next")).toBe(3);
});
