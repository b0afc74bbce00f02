import { randomUUID } from "node:crypto";
import { aggregateSubject, type UserId } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { runIdentity } from "../../test/running-identity.ts";

// nats-server from 2.10.26 to 2.11.1 leaves messages out where a consumer asks for `a` and `a.*`, and has more messages than
// subjects to skip before them (nats-server issue 6824).
test("given accounts that were erased while no identity ran, beside many events of others, when it runs, then all are erased", async () => {
  const identity = await runIdentity();
  const { journal } = identity;
  const append = (userId: UserId, context: "identity" | "links", type: string, data: object, id?: string) => {
    const subject = aggregateSubject(userId, context, id);
    return journal.last(subject).then((last) => {
      const event = { id: randomUUID(), type, data };
      return journal.append({ subject, event, expected: last?.sequence ?? 0 });
    });
  };
  const url = "https://erased.example/";
  const erased = Array.from({ length: 12 }, () => randomUUID() as UserId);
  for (const userId of erased) {
    const [other, link] = [randomUUID() as UserId, randomUUID()];
    await append(userId, "links", "LinkSaved", { url, origin: { kind: "page" } }, randomUUID());
    await append(other, "links", "LinkSaved", { url, origin: { kind: "page" } }, link);
    for (let i = 0; i < 20; i++) await append(other, "links", "LinkChanged", { notes: `${i}` }, link);
    await append(userId, "identity", "UserErased", {});
  }

  await identity.replica();

  const eventsOf = async (userId: UserId): Promise<string[]> => {
    const types: string[] = [];
    for await (const { type } of journal.readUser(userId)) types.push(type);
    return types;
  };
  await eventually(async () => {
    for (const userId of erased) expect(await eventsOf(userId)).toEqual(["UserErased"]);
  });
});
