import { CreateFolder, type Link, SaveLink, VisitLink } from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { listAll, newUser, save, startSystem, type System } from "../../test/system.ts";
import { countLinks, findLink } from "../queries/index.ts";

const AT_ONCE = 30;
const origin = { kind: "page" } as const;

describe.each([
  ["one replica", []],
  ["two replicas", ["links" as const]],
])("given %s of the service", (_, replicas) => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem();
    for (const service of replicas) await system.start(service);
  });

  const atOnce = <T>(work: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (__, n) => work(n)));

  test(`when ${AT_ONCE} tabs save the same address, then it is one link and each of them is told so`, async () => {
    const userId = newUser();
    const results = await atOnce((n) =>
      system.send(SaveLink, { userId, url: `https://example.com/?utm_source=${n}`, origin }),
    );
    expect(new Set(results.map(({ linkId }) => linkId)).size).toBe(1);
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(await listAll(system, userId)).toHaveLength(1);
    expect(await countLinks(system.db, userId, {})).toBe(1);
  });

  test(`when a link is visited ${AT_ONCE} times at once, then every visit counts`, async () => {
    const userId = newUser();
    const linkId = await save(system, userId, "https://example.com/");
    await atOnce(() => system.send(VisitLink, { userId, linkId }));
    expect(await findLink(system.db, userId, linkId)).toMatchObject({ visit_count: AT_ONCE });
  });

  test(`when ${AT_ONCE} addresses are saved at once, then all are there, each once, the last saved first`, async () => {
    const userId = newUser();
    const saved = await atOnce((n) =>
      system.client.send(SaveLink, { userId, url: `https://example.com/${n}`, origin }),
    );
    await Promise.all(saved.map(({ position }) => system.shows(position)));
    const sequences = new Map(saved.map(({ result, position }) => [result.linkId, position?.sequence ?? 0]));
    const listed = await listAll(system, userId);
    expect(listed.map(({ id }) => id).sort()).toEqual([...sequences.keys()].sort());
    // Each replica has its own clock; those of one millisecond are in the order of the journal.
    const sequenceOf = ({ id }: Link): number => sequences.get(id) ?? 0;
    expect(listed).toEqual(
      [...listed].sort((a, b) => b.saved_at.localeCompare(a.saved_at) || sequenceOf(b) - sequenceOf(a)),
    );
  });

  test("when folders are made and filled at once, then no link is refused", async () => {
    const userId = newUser();
    await atOnce(async (n) => {
      const { result } = await system.client.send(CreateFolder, { userId, name: `F${n}`, parentFolderId: null });
      await system.send(SaveLink, { userId, url: `https://example.com/${n}`, origin, folderId: result.folderId });
    });
    const folders = (await listAll(system, userId)).map(({ folder_id }) => folder_id ?? 0);
    expect(folders.sort((a, b) => a - b)).toEqual(Array.from({ length: AT_ONCE }, (__, n) => n + 1));
  });
});
