import { beforeAll, describe, expect, test } from "vitest";
import { mail, mailsWorkedOn, settled } from "../../test/events.ts";
import { listAll, newUser, startSystem, type System, urls } from "../../test/system.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const FOOTER = "https://company.example/about-us";
const page = (n: number): string => `https://example.com/${n}`;
type UserId = ReturnType<typeof newUser>;

async function send(userId: UserId, links: string[], subject: string, sender?: string): Promise<void> {
  await mail(system, userId, { urls: links, subject, ...(sender === undefined ? {} : { sender }) });
  await mailsWorkedOn(system);
  await settled(system, userId);
}

/** A user who sent some mails, each with a link of its own above the footer. */
async function userWithFooter(mails: number): Promise<UserId> {
  const userId = newUser();
  for (let n = 1; n <= mails; n++) await send(userId, [page(n), FOOTER], `Page ${n}`);
  return userId;
}

describe("given a sender with the same address in the footer of all mails, when one more mail comes", () => {
  test("then that address stays where it was, and the link that is meant has the subject for its title", async () => {
    const userId = await userWithFooter(5);
    await send(userId, [page(6), FOOTER], "Page 6");
    const [first, second, third] = await listAll(system, userId);
    expect(first).toMatchObject({ url: page(6), title: "Page 6" });
    expect([second?.url, third?.url]).toEqual([page(5), FOOTER]);
  });

  test("with only that address, then it is saved like any other", async () => {
    const userId = await userWithFooter(5);
    await send(userId, [page(6)], "Page 6");
    await send(userId, [FOOTER], "About us");
    expect((await urls(system, userId))[0]).toBe(FOOTER);
  });

  test("by another sender, then it is saved like any other", async () => {
    const userId = await userWithFooter(5);
    await send(userId, [page(6), FOOTER], "Two links", "other@example.org");
    expect((await urls(system, userId)).slice(0, 2)).toEqual([page(6), FOOTER]);
  });
});

test("given few mails, or an address in fewer than half of them, when one more comes, then all its links are saved", async () => {
  const userId = await userWithFooter(4);
  await send(userId, [page(5), FOOTER], "Page 5");
  expect((await urls(system, userId)).slice(0, 2)).toEqual([page(5), FOOTER]);
  for (let n = 6; n <= 12; n++) await send(userId, [page(n)], `Page ${n}`);
  await send(userId, [page(13), FOOTER], "Page 13");
  expect((await urls(system, userId)).slice(0, 2)).toEqual([page(13), FOOTER]);
});

test("given a person who mails other pages of one site every day, when one more comes, then it is saved with the others", async () => {
  const userId = newUser();
  const video = (n: number): string => `https://videos.example/watch?v=${n}`;
  for (let n = 1; n <= 8; n++) await send(userId, [page(n), video(n)], `Video ${n}`);
  expect((await urls(system, userId)).slice(0, 2)).toEqual([page(8), video(8)]);
});

test("given a mail whose subject is an address, when it is worked on, then its link has no title of it", async () => {
  const userId = newUser();
  await send(userId, [page(1)], page(1));
  expect(await listAll(system, userId)).toMatchObject([{ url: page(1), title: null }]);
});
