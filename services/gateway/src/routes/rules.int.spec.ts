import { randomUUID } from "node:crypto";
import { connectBus, createLogger, openCopyTexts, openJournal, openPool, ProjectionProgress } from "@satchel/chassis";
import {
  aggregateSubject,
  type BulkAnswer,
  type CopyId,
  type Link,
  type LinkId,
  type NewRule,
  partitionOf,
  type Rule,
  type RuleAction,
  type RuleCondition,
  type RulePreview,
  type UserId,
} from "@satchel/contracts";
import { atEnd, repetitions } from "@satchel/testing";
import fc from "fast-check";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { type Client, startTestSystem } from "../../test/gateway.ts";

const system = await startTestSystem();
const { url, monitorUrl } = system.nats;
const logger = createLogger("test", "silent");
const bus = await connectBus({ url, monitorUrl, name: "test", logger });
const journal = await openJournal(bus, { logger });
const texts = await openCopyTexts(bus);
const pool = openPool({ url: system.database.url, name: "test", logger, connections: 2 });
const progress = new ProjectionProgress(bus, pool);
atEnd(async () => {
  progress.close();
  await pool.end();
  await bus.close();
});
const OWN = "/api/users/me/rules";

interface Someone {
  readonly userId: UserId;
  readonly json: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  readonly client: Client;
}

async function someone(email: string): Promise<Someone> {
  const client = await system.signIn(email);
  return {
    client,
    userId: decodeJwt(client.accessToken).sub as UserId,
    json: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await client.call(method, path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text === "" ? "null" : text) as T;
    },
  };
}

const WORDS = ["bread", "cake", "Käse"];
const SITES = ["a.example", "www.b.example", "c.example"];
const LANGUAGES = ["de-AT", "en", undefined];

/** Saves links with every kind of fact, by random choices, and waits until the tables have them. */
async function populate({ userId, json }: Someone, folders: readonly number[], count: number): Promise<void> {
  const [random] = fc.sample(
    fc.array(
      fc.record({
        site: fc.constantFrom(...SITES),
        path: fc.integer({ min: 0, max: 40 }),
        folder: fc.constantFrom(null, ...folders),
        title: fc.constantFrom(undefined, ...WORDS),
        tags: fc.constantFrom([], ["x"], ["X", "y"]),
        isFavorite: fc.boolean(),
        page: fc.constantFrom(undefined, ...WORDS),
        language: fc.constantFrom(...LANGUAGES),
        minutes: fc.constantFrom(undefined, 3, 12),
        text: fc.constantFrom(undefined, ...WORDS),
      }),
      { minLength: count, maxLength: count },
    ),
    { numRuns: 1, seed: 20261126 },
  );
  let last = 0;
  const append = async (context: "enrichment" | "archive", linkId: LinkId, type: string, data: object) => {
    const subject = aggregateSubject(userId, context, linkId);
    const expected = (await journal.last(subject))?.sequence ?? 0;
    last = (await journal.append({ subject, event: { id: randomUUID(), type, data }, expected })).sequence;
  };
  for (const { site, path, folder, title, tags, isFavorite, page, language, minutes, text } of random ?? []) {
    // Two spellings of one page are duplicates.
    const address = `${path < 20 ? "https" : "http"}://${site}/${path % 20}`;
    const { id } = await json<Link>("POST", "/api/links/", {
      url: address,
      folder_id: folder,
      tags,
      ...(title === undefined ? {} : { title }),
    });
    if (isFavorite) await json("PATCH", `/api/links/${id}`, { is_favorite: true });
    if (page !== undefined) {
      const about = { title: page, tags: ["of page"], language, readingMinutes: minutes };
      await append("enrichment", id, "PageDescribed", { url: address, finalUrl: address, attempts: 1, page: about });
    }
    if (text !== undefined) {
      const version = randomUUID() as CopyId;
      await texts.put({ userId, linkId: id, version }, `On ${text} and more.`);
      const data = {
        linkId: id,
        version,
        source: "fetch",
        type: "text/html",
        sha256: "0".repeat(64),
        bytes: 1,
        leftOut: 0,
      };
      await append("archive", id, "PageKept", data);
    }
  }
  for (const projection of ["links", "archive"]) {
    await progress.reached({ projection, partition: partitionOf(userId), sequence: last }, 60_000);
  }
}

interface Kept {
  readonly link_id: string;
  readonly part: number | null;
  readonly is_on: boolean | null;
  readonly copies: number;
}

/** What a list shows of the fields that a rule changes, how far each article was read, and what is kept of it. */
async function stateOf({ json, userId }: Someone): Promise<Map<string, string>> {
  const links: Link[] = [];
  for (let page = 1; ; page++) {
    const some = await json<Link[]>("GET", `/api/links/?size=100&page=${page}`);
    links.push(...some);
    if (some.length < 100) break;
  }
  const { rows } = await pool.query<Kept>(
    `select head.link_id, nullif(reading.part, 0) as part, own.is_on, (
       select count(*)::int from archive.copies copy
       where copy.user_id = head.user_id and copy.link_id = head.link_id and copy.deleted_at is null) as copies
     from archive.heads head
     left join archive.readings reading using (user_id, link_id)
     left join archive.switches own using (user_id, link_id)
     where head.user_id = $1`,
    [userId],
  );
  const kept = new Map(rows.map(({ link_id, part, is_on, copies }) => [link_id, [part, is_on, copies]]));
  return new Map(
    links.map(({ id, folder_id, tags, is_favorite }) => [
      id,
      JSON.stringify([folder_id, tags, is_favorite, ...(kept.get(id) ?? [null, null, 0])]),
    ]),
  );
}

const conditions: fc.Arbitrary<RuleCondition[]> = fc
  .subarray<RuleCondition["kind"]>(
    ["site", "title", "text", "language", "source", "longer", "shorter", "duplicate", "unfiled"],
    { minLength: 1, maxLength: 3 },
  )
  .chain((kinds) => fc.tuple(...kinds.map(conditionOf)));

function conditionOf(kind: RuleCondition["kind"]): fc.Arbitrary<RuleCondition> {
  switch (kind) {
    case "site":
      return fc.constantFrom("a.example", "b.example").map((site) => ({ kind, any: [site] }));
    case "title":
    case "text":
      return fc.constantFrom("BREAD", "kase", "ak").map((word) => ({ kind, any: [word, "nothing"] }));
    case "language":
      return fc.constantFrom("de", "en").map((language) => ({ kind, any: [language] }));
    case "source":
      return fc.constantFrom("token" as const, "page" as const).map((source) => ({ kind, any: [source, "feed"] }));
    case "longer":
    case "shorter":
      return fc.constantFrom(2, 5, 12).map((minutes) => ({ kind, minutes }));
    default:
      return fc.constant({ kind } as RuleCondition);
  }
}

const actionsOf = (folders: readonly number[]): fc.Arbitrary<RuleAction[]> =>
  fc
    .subarray<RuleAction["kind"]>(["move", "tag", "favorite", "done", "keep"], { minLength: 1 })
    .chain((kinds) =>
      fc.tuple(
        ...kinds.map(
          (kind): fc.Arbitrary<RuleAction> =>
            kind === "move"
              ? fc.constantFrom(...folders).map((folder_id) => ({ kind, folder_id }))
              : kind === "tag"
                ? fc.constantFrom("x", "of page").map((tag) => ({ kind, tags: [tag, "z"] }))
                : kind === "keep"
                  ? fc.boolean().map((is_on) => ({ kind, is_on }))
                  : fc.constant({ kind } as RuleAction),
        ),
      ),
    );

test("given any links and any rule, then applying it changes exactly the links that its preview counts, and undoing it restores each", async () => {
  const me = await someone("preview@rules.example");
  const folders: number[] = [];
  for (const name of ["One", "Two"])
    folders.push((await me.json<{ id: number }>("POST", "/api/folders/", { name })).id);
  await populate(me, folders, 80);

  await fc.assert(
    fc.asyncProperty(conditions, actionsOf(folders), async (some, actions) => {
      const rule: NewRule = { name: "Any", is_on: false, conditions: some, actions };
      const before = await stateOf(me);
      const preview = await me.json<RulePreview>("POST", `${OWN}/preview`, rule);
      expect(await stateOf(me)).toEqual(before);
      const { id } = await me.json<Rule>("POST", OWN, rule);
      const applied = await me.json<BulkAnswer>("POST", `${OWN}/${id}/apply`);
      const after = await stateOf(me);
      const changed = [...after].filter(([link, state]) => before.get(link) !== state).map(([link]) => link);
      expect([applied.changed, changed.length, applied.failed]).toEqual([preview.changed, preview.changed, []]);
      const shown = preview.links.map((link) => link.id);
      expect(shown).toHaveLength(Math.min(preview.changed, 50));
      expect(shown.filter((link) => !changed.includes(link))).toEqual([]);
      if (applied.changed > 0) {
        await me.json("POST", `/api/links/bulk/${applied.bulk_id}/undo`);
        expect(await stateOf(me)).toEqual(before);
      }
      await me.client.call("DELETE", `${OWN}/${id}`);
    }),
    { numRuns: repetitions(4, 80), seed: 92 },
  );
});

test("given a rule of each kind of condition, then its preview finds what each of them is about", async () => {
  const me = await someone("kinds@rules.example");
  await populate(me, [], 60);
  const count = async (condition: RuleCondition): Promise<number> => {
    const rule = { name: "One", is_on: true, conditions: [condition], actions: [{ kind: "tag", tags: ["new"] }] };
    return (await me.json<RulePreview>("POST", `${OWN}/preview`, rule)).changed;
  };
  const counts = {
    site: await count({ kind: "site", any: ["b.example"] }),
    title: await count({ kind: "title", any: ["käse"] }),
    text: await count({ kind: "text", any: ["cake AND"] }),
    language: await count({ kind: "language", any: ["de"] }),
    source: await count({ kind: "source", any: ["page", "token"] }),
    otherSource: await count({ kind: "source", any: ["mail"] }),
    longer: await count({ kind: "longer", minutes: 11 }),
    shorter: await count({ kind: "shorter", minutes: 12 }),
    duplicate: await count({ kind: "duplicate" }),
    sender: await count({ kind: "sender", any: ["e"] }),
  };
  const total = (await stateOf(me)).size;
  const { otherSource, sender, source, ...some } = counts;
  expect({ otherSource, sender, source }).toEqual({ otherSource: 0, sender: 0, source: total });
  for (const [kind, number] of Object.entries(some)) {
    expect([kind, number > 0 && number < total]).toEqual([kind, true]);
  }
});

test("given hostile rules, then each is refused, or finds nothing, at once", async () => {
  const me = await someone("hostile@rules.example");
  const rule = { name: "R", is_on: true, conditions: [{ kind: "unfiled" }], actions: [{ kind: "favorite" }] };
  const refused = async (body: object): Promise<number> => (await me.client.call("POST", OWN, body)).status;
  for (const body of [
    {},
    { ...rule, conditions: [] },
    { ...rule, actions: [] },
    { ...rule, conditions: [{ kind: "title", any: [] }] },
    { ...rule, conditions: [{ kind: "title", any: ["x".repeat(201)] }] },
    { ...rule, conditions: [{ kind: "title", any: Array.from({ length: 21 }, String) }] },
    { ...rule, conditions: [{ kind: "regex", any: ["(a+)+$"] }] },
    { ...rule, conditions: [{ kind: "unfiled", extra: 1 }] },
    { ...rule, conditions: [{ kind: "longer", minutes: -1 }] },
    { ...rule, conditions: [{ kind: "language", any: ["../../x"] }] },
    { ...rule, actions: [{ kind: "delete" }] },
    { ...rule, actions: [{ kind: "move", folder_id: 0 }] },
    { ...rule, actions: [{ kind: "move", folder_id: 2 ** 31 }] },
    { ...rule, actions: [{ kind: "tag", tags: ["x".repeat(500)] }] },
    { ...rule, name: "" },
    { ...rule, name: "x".repeat(61) },
    { ...rule, id: randomUUID() },
  ]) {
    expect([JSON.stringify(body).slice(0, 80), await refused(body)]).toEqual([JSON.stringify(body).slice(0, 80), 422]);
  }
  const patterns = ["(a+)+$", "%", "_", "'; drop table links.links; --", "$.*", "[[[["];
  const preview = await me.client.call("POST", `${OWN}/preview`, {
    ...rule,
    conditions: [{ kind: "title", any: patterns }],
  });
  expect([preview.status, await preview.json()]).toMatchObject([200, { changed: 0 }]);
  for (let n = 0; n < 50; n++) expect(await refused(rule)).toBe(201);
  expect(await refused(rule)).toBe(400);
});

test("given an API token, also one that may do all, then it sees and makes no rules", async () => {
  const me = await someone("token@rules.example");
  const wanted = { name: "All", scopes: ["read", "add", "change"], expires_in_days: 30 };
  const { token } = await me.json<{ token: string }>("POST", "/api/users/me/tokens", wanted);
  for (const [method, path] of [
    ["GET", OWN],
    ["POST", `${OWN}/preview`],
    ["POST", `${OWN}/${randomUUID()}/apply`],
  ] as const) {
    const answer = await fetch(system.url + path, { method, headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
  }
});
