import type { Link } from "@satchel/contracts";
import { beforeEach, describe, expect, test } from "vitest";
import { storeOver } from "../session/testStore.ts";
import { detailApi } from "./detail.api.ts";
import { aLink } from "./aLink.ts";
import { change } from "./changes.api.ts";
import { inTurn, type LinkWords, underWay, withChange, withUnanswered } from "./linkChange.ts";
import { tagsChange } from "./tagsChange.ts";

describe("given a change without an answer", () => {
  const link = aLink("one", 0, { tags: ["old"] });

  test("when the server tells of its link, then the change stays in sight until it is answered", () => {
    const first = underWay({ link, change: { add_tags: ["new"] } });
    const second = underWay({ link, change: { title: "Mine", folder_id: 0 } });
    expect(withUnanswered(link)).toMatchObject({ tags: ["old", "new"], title: "Mine", folder_id: null });
    first();
    expect(withUnanswered(link)).toMatchObject({ tags: ["old"], title: "Mine" });
    second();
    expect(withUnanswered(link)).toEqual(link);
  });
});

test("given calls about links, then those about the same are made one after the other, also behind one that failed", async () => {
  const made: string[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const call = (name: string) => () => {
    made.push(name);
    return new Promise<void>((resolve, reject) => ends.push((failure) => (failure ? reject(failure) : resolve())));
  };
  const [a, b] = [aLink("a").id, aLink("b").id];
  const first = inTurn(a, call("a1"));
  const second = inTurn(a, call("a2"));
  const other = inTurn(b, call("b1"));
  await expect.poll(() => made).toEqual(["a1", "b1"]);
  ends[0]?.(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await expect.poll(() => made).toEqual(["a1", "b1", "a2"]);
  ends[2]?.();
  await second;
  // What is read later waits for all calls.
  ends[1]?.();
  await other;
});

describe("given a link that is open", () => {
  let server: Link;
  const held: (() => void)[] = [];
  beforeEach(() => {
    server = aLink("one", 0, { tags: ["old"] });
    held.length = 0;
  });

  test("when its tags are changed twice before the first answer comes, then neither change is lost, here or there", async () => {
    const patches: unknown[] = [];
    const store = storeOver(async (_path, init) => {
      if (init?.method !== "PATCH") return Response.json(server);
      const body = JSON.parse(init.body as string) as LinkWords;
      patches.push(body);
      await new Promise<void>((resolve) => held.push(resolve));
      server = withChange(server, { link: server, change: body });
      return Response.json(server);
    });
    const detail = detailApi.endpoints.linkDetail;
    await store.dispatch(detail.initiate(server.id) as never);
    const shown = () => detail.select(server.id)(store.getState() as never).data as Link;
    const say = (tags: string[]) =>
      store.dispatch(change.initiate({ link: shown(), change: tagsChange(shown().tags, tags) as LinkWords }) as never);

    void say([...shown().tags, "first"]);
    void say([...shown().tags, "second"]);
    expect(shown().tags).toEqual(["old", "first", "second"]);
    await expect.poll(() => held).toHaveLength(1);
    expect(patches).toEqual([{ add_tags: ["first"] }]);
    // Elsewhere, as by a phone or a rule.
    server = { ...server, tags: ["old", "elsewhere"] };
    held[0]?.();
    await expect.poll(() => held).toHaveLength(2);
    expect(shown().tags).toEqual(["old", "elsewhere", "first", "second"]);
    // What is read meanwhile does not know of the second.
    await store.dispatch(detail.initiate(server.id, { forceRefetch: true }) as never);
    expect(shown().tags).toEqual(["old", "elsewhere", "first", "second"]);
    held[1]?.();
    await expect.poll(() => server.tags).toEqual(["old", "elsewhere", "first", "second"]);
    await expect.poll(() => shown().tags).toEqual(["old", "elsewhere", "first", "second"]);
    void say(shown().tags.filter((tag) => tag !== "old"));
    await expect.poll(() => patches.at(-1)).toEqual({ remove_tags: ["old"] });
    held[2]?.();
    await expect.poll(() => server.tags).toEqual(["elsewhere", "first", "second"]);
  });
});
