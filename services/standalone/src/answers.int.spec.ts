import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ANSWERS_PER_HOUR,
  type Answers,
  type Capture,
  type Folder,
  type Link,
  type UndoneCapture,
} from "@satchel/contracts";
import { atEnd, eventually, repetitions } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { beforeAll, describe, expect, test } from "vitest";
import { answersTo, type MailedAnswer, reply } from "../test/answers.ts";
import { type Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";
import { killNow, processTree } from "../test/processes.ts";

let instance: Instance;
let site: string;
let users = 0;

const ARTICLE = "The saddler's thread is waxed by hand, and it holds for a lifetime when the wax is of bees. ".repeat(
  12,
);

beforeAll(async () => {
  const server = createServer((request, response) => {
    const title = decodeURIComponent(request.url?.slice(1) ?? "");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><title>${title}</title><article><h1>${title}</h1><p>${ARTICLE}</p>
       <p>See <a href="https://wax.example/bees" onclick="x()">bees</a>.</p><img src="/x.png" alt="A needle"></article></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  site = `http://127.0.0.1:${port}`;
  instance = await startInstance({
    FETCH_ALLOW: `127.0.0.1:${port}`,
    SMTP_MAILS_PER_CLIENT: "100000",
    SMTP_MAILS_PER_SENDER: "100000",
  });
});

interface Person {
  readonly email: string;
  readonly client: Client;
  /** Sends a mail from the person's address. @returns the server's answer, or its refusal */
  readonly send: (mail: {
    subject?: string;
    text?: string;
    to?: string;
    headers?: Record<string, string>;
    messageId?: string;
  }) => Promise<string>;
  /** The answers so far; waits until there are so many. */
  readonly answers: (count: number) => Promise<MailedAnswer[]>;
  readonly links: (query?: string) => Promise<Link[]>;
}

async function someone(answers: Answers | "unset" = { is_on: true, language: "en" }): Promise<Person> {
  const email = `answers${++users}@post.example`;
  const client = await signIn(instance, email);
  if (answers !== "unset") await client.json("PATCH", "/api/users/me/answers", answers);
  return {
    email,
    client,
    send: (mail) =>
      sendMail(instance, { from: email, text: "", ...mail }).catch((error: unknown) =>
        String((error as { response?: unknown }).response ?? error),
      ),
    answers: (count) =>
      eventually(async () => {
        const found = await answersTo(instance, email);
        expect(found.length).toBeGreaterThanOrEqual(count);
        return found;
      }),
    links: (query = "") => client.json("GET", `/api/links/${query}`),
  };
}

const page = (title: string): string => `${site}/${encodeURIComponent(title)}`;

describe("given an account that has not switched answers on", () => {
  test("when it mails a link, then it is saved and nothing is answered; a search is refused with a sentence, and listed", async () => {
    const { email, client, send, links } = await someone("unset");
    expect(await client.json("GET", "/api/users/me/answers")).toEqual({ is_on: false, language: "en" });
    expect(await send({ text: page("Quiet") })).toMatch(/^250/);
    expect(await send({ subject: "? quiet" })).toMatch(/^550 5\.7\.1 .*switch on answers by mail in Settings/);
    await eventually(async () => expect(await links()).toHaveLength(1));
    await eventually(async () => {
      const captures = await client.json<Capture[]>("GET", "/api/captures");
      expect(captures.map(({ outcome }) => outcome)).toEqual(["refused", "saved"]);
      expect(captures[0]?.refusal?.reason).toBe("answers-off");
    });
    expect(await answersTo(instance, email)).toEqual([]);
  });
});

describe("given an account with answers", () => {
  test("when it mails links, then a receipt says which were saved and which it had, and replies tag, move, annotate and undo", async () => {
    const { email, client, send, answers, links } = await someone();
    await send({ subject: "First", text: page("Known") });
    await answers(1);
    const messageId = "<second@post.example>";
    await send({ subject: "Second", text: `${page("Known")} ${page("Straps")} ${page("Buckles")}`, messageId });

    const [, receipt] = await answers(2);
    expect(receipt?.subject).toBe("Re: Second");
    expect(receipt?.text).toMatch(/^2 links saved, 1 you had since \w+ 2\d{3}$/m);
    expect(receipt?.text).toContain(page("Straps"));
    expect(receipt?.field("in-reply-to")).toBe(messageId);
    expect(receipt?.field("references")).toBe(messageId);
    expect(receipt?.replyTo).toMatch(/^save\+r\.[a-z2-7]{45}@localhost$/);
    expect([receipt?.field("list-id"), receipt?.field("list-unsubscribe"), receipt?.field("precedence")]).toEqual(
      Array(3).fill(undefined),
    );
    expect(receipt?.html).not.toMatch(/<(?:img|script|iframe|link|object)|url\(|\bsrc=/i);

    const answered = await reply(
      instance,
      receipt as MailedAnswer,
      "#leather #brass\nfolder: Workshop\nnote: Compare the\nprices.",
    );
    expect(answered).toMatch(/^250/);
    const [, , done] = await answers(3);
    expect(done?.text).toContain("3 links were tagged #leather #brass, moved to Workshop and given the note.");
    const [folder] = await client.json<Folder[]>("GET", "/api/folders/");
    expect(folder?.name).toBe("Workshop");
    const changed = { tags: ["brass", "leather"], folder_id: folder?.id, notes: "Compare the prices." };
    await eventually(async () => {
      for (const link of await links()) {
        expect({ ...link, tags: link.tags.toSorted() }).toMatchObject(changed);
      }
    });

    await reply(instance, done as MailedAnswer, "undo");
    const [, , , undone] = await answers(4);
    expect(undone?.text).toContain("3 links are as they were before.");
    await eventually(async () => {
      for (const link of await links()) expect(link).toMatchObject({ tags: [], folder_id: null });
    });

    await reply(instance, receipt as MailedAnswer, "Undo.");
    const [, , , , deleted] = await answers(5);
    expect(deleted?.text).toContain("2 links are deleted.");
    await eventually(async () => expect((await links()).map(({ url }) => url)).toEqual([page("Known")]));

    await reply(instance, deleted as MailedAnswer, "undo");
    await answers(6);
    await eventually(async () => expect(await links()).toHaveLength(3));
    expect(await answersTo(instance, email)).toHaveLength(6);
  });

  test("when it searches, then ten links at most come with numbers, and a reply gets the article of one as a mail", async () => {
    const { send, answers, links, client } = await someone();
    for (const title of ["Waxed thread", "Brass buckles"])
      await client.json("POST", "/api/links/", { url: page(title) });
    await eventually(async () => {
      const kept = await links();
      expect(kept.map(({ copy }) => copy?.words)).toEqual([expect.any(Number), expect.any(Number)]);
    });
    await eventually(async () => expect(await links("?q=waxed")).not.toHaveLength(0));

    expect(await send({ subject: "? waxed thread" })).toMatch(/^250/);
    const [results] = await answers(1);
    expect(results?.text).toMatch(/^1\. Waxed thread$/m);

    await reply(instance, results as MailedAnswer, "read: 1");
    const [, article] = await answers(2);
    expect(article?.text).toMatch(/^Waxed thread$/m);
    expect(article?.text).toContain("holds for a lifetime");
    expect(article?.html).toContain('href="https://wax.example/bees"');
    expect(article?.html).not.toMatch(/onclick|<(?:img|script|iframe|link)|url\(|\bsrc=/i);

    // By its subject alone it is about the last search.
    await send({ subject: "read: 1" });
    const [, , again] = await answers(3);
    expect(again?.text).toContain("holds for a lifetime");
    await send({ subject: "read: 9" });
    const [, , , missing] = await answers(4);
    expect(missing?.text).toContain("no result with this number");
    await send({ subject: "search: nothingofthiskind" });
    const [, , , , none] = await answers(5);
    expect(none?.text).toContain("No link for “nothingofthiskind”");
  });

  test("when it has chosen German, then answers are in German, and so are the words that it may reply with", async () => {
    const { send, answers, links } = await someone({ is_on: true, language: "de" });
    await send({ subject: "Riemen", text: page("Riemen") });
    const [receipt] = await answers(1);
    expect(receipt?.text).toMatch(/^1 Link gespeichert$/m);
    expect(receipt?.field("content-language")).toBe("de");
    await reply(instance, receipt as MailedAnswer, "Notiz: schön");
    await eventually(async () => expect((await links())[0]).toMatchObject({ notes: "schön" }));
    const [, done] = await answers(2);
    await reply(instance, done as MailedAnswer, "rückgängig");
    const [, , undone] = await answers(3);
    expect(undone?.text).toContain("1 Link ist wie vorher.");
  });

  test("when a reply is not understood, then a sentence says so, nothing is changed, and that answer takes no replies", async () => {
    const { send, answers, links } = await someone();
    await send({ text: page("Plain") });
    const [receipt] = await answers(1);
    await reply(instance, receipt as MailedAnswer, "Thanks a lot!");
    const [, sentence] = await answers(2);
    expect(sentence?.text).toContain("I did not understand your reply, and changed nothing.");
    expect(sentence?.replyTo).toBe("no-reply@localhost");
    expect(await links()).toHaveLength(1);
  });

  test("when a reply has a link in the place of a command, then the link is saved", async () => {
    const { send, answers, links } = await someone();
    await send({ text: page("One") });
    const [receipt] = await answers(1);
    await reply(instance, receipt as MailedAnswer, page("Two"));
    await eventually(async () => expect(await links()).toHaveLength(2));
    const [, second] = await answers(2);
    expect(second?.text).toContain("1 link saved");
    expect(second?.replyTo).toBe("no-reply@localhost");
  });

  test("when somebody else, or the account from another address, replies with its token, then nothing is changed", async () => {
    const anna = await someone();
    const ben = await someone();
    await anna.send({ text: page("Mine") });
    const [receipt] = await anna.answers(1);
    const stranger = { from: "stranger@elsewhere.example" };
    expect(await reply(instance, receipt as MailedAnswer, "undo", stranger)).toMatch(/^550 5\.7\.1/);
    expect(await reply(instance, receipt as MailedAnswer, "undo", { from: ben.email })).toMatch(/^250/);
    const [late] = await ben.answers(1);
    expect(late?.text).toContain("Your reply came too late, or its address is incomplete");
    expect(await anna.links()).toHaveLength(1);
    expect(await answersTo(instance, anna.email)).toHaveLength(1);
  });

  inProof(
    "when a mail is sent twice, then it is answered once; when the system is killed meanwhile, no answer is missing",
    async () => {
      const { email, send, answers } = await someone();
      const mail = { text: page("Twice"), messageId: "<twice@post.example>" };
      await send(mail);
      await send(mail);
      await answers(1);
      for (let n = 0; n < 5; n++) await send({ subject: `Killed ${n}`, text: page(`Killed ${n}`) });
      for (const pid of processTree(instance.process.pid).toReversed()) killNow(pid);
      instance = await startInstance(
        { FETCH_ALLOW: new URL(site).host, SMTP_MAILS_PER_CLIENT: "100000", SMTP_MAILS_PER_SENDER: "100000" },
        instance,
      );
      await answers(6);
      const found = await answersTo(instance, email);
      const ids = found.map((one) => one.field("message-id"));
      // One may have been sent just before the kill, and again: under the same id, by which mail programs show it once.
      expect(new Set(ids).size).toBe(6);
      expect(new Set(found.map(({ subject }) => subject)).size).toBe(6);
    },
  );
});

describe("given the page", () => {
  test("when it undoes a mail, then its links are deleted, and come back by the undo of that; another account can't", async () => {
    const anna = await someone("unset");
    const ben = await someone("unset");
    await anna.send({ text: `${page("A")} ${page("B")}` });
    const capture = await eventually(async () => {
      const [found] = await anna.client.json<Capture[]>("GET", "/api/captures");
      expect(found?.outcome).toBe("saved");
      return found as Capture;
    });
    expect((await ben.client.call("POST", `/api/captures/${capture.id}/undo`)).status).toBe(404);
    await eventually(async () => expect(await anna.links()).toHaveLength(2));

    const undone = await anna.client.json<UndoneCapture>("POST", `/api/captures/${capture.id}/undo`);
    expect(undone).toMatchObject({ deleted: 2, restored: 0, kept: 0 });
    await eventually(async () => expect(await anna.links()).toEqual([]));
    expect((await anna.client.call("POST", `/api/captures/${capture.id}/undo`)).status).toBe(400);
    await anna.client.json("POST", `/api/links/bulk/${undone.bulk_id}/undo`);
    await eventually(async () => expect(await anna.links()).toHaveLength(2));
  });

  test("when it undoes a mail with a link that was there, then its tags and folder are as before, unless they were changed since", async () => {
    const { client, send, links } = await someone("unset");
    await client.json("POST", "/api/links/", { url: page("There"), tags: ["mine"] });
    const undone = async (subject: string): Promise<UndoneCapture | number> => {
      const capture = await eventually(async () => {
        const found = (await client.json<Capture[]>("GET", "/api/captures")).find((one) => one.subject === subject);
        expect(found?.outcome).toBe("duplicate");
        return found as Capture;
      });
      const answer = await client.call("POST", `/api/captures/${capture.id}/undo`);
      return answer.status === 200 ? ((await answer.json()) as UndoneCapture) : answer.status;
    };
    await send({ to: "save+Kitchen@localhost", subject: "There #bread", text: page("There") });
    await eventually(async () => expect((await links())[0]?.tags).toEqual(["mine", "bread"]));
    expect(await undone("There #bread")).toMatchObject({ deleted: 0, restored: 1 });
    await eventually(async () => expect((await links())[0]).toMatchObject({ tags: ["mine"], folder_id: null }));

    await send({ subject: "Again #cake", text: page("There") });
    const [link] = await eventually(async () => {
      const found = await links();
      expect(found[0]?.tags).toEqual(["mine", "cake"]);
      return found;
    });
    await client.json("PATCH", `/api/links/${link?.id}`, { tags: ["own"] });
    expect(await undone("Again #cake")).toBe(400);
    expect((await links())[0]?.tags).toEqual(["own"]);
  });
});

describe("given what must not be answered", () => {
  const AUTOMATIC: readonly Record<string, string>[] = [
    { "Auto-Submitted": "auto-replied" },
    { "Auto-Submitted": "auto-generated" },
    { Precedence: "bulk" },
    { Precedence: "list" },
    { Precedence: "junk" },
    { "List-Id": "<tides.example>" },
    { "X-Autoreply": "yes" },
    { "X-Autorespond": "yes" },
  ];

  test("mails of strangers, lists and machines get no answer", async () => {
    const { email, send, answers, client } = await someone();
    await send({ text: page("Asked") });
    const [receipt] = await answers(1);
    const to = receipt?.replyTo ?? "";
    for (let n = 0; n < repetitions(100, 1000); n++) {
      const headers = AUTOMATIC[n % AUTOMATIC.length] ?? {};
      const mail = {
        subject: n % 2 === 0 ? "? asked" : `Mail ${n}`,
        text: n % 3 === 0 ? page(`Bulk ${n}`) : "undo",
        to,
      };
      const answered =
        n % 4 === 0
          ? await sendMail(instance, { ...mail, from: `stranger${n}@elsewhere.example` }).catch(() => "refused")
          : await send({ ...mail, headers });
      expect(answered).toMatch(/^(?:550|refused)/);
    }
    await send({ subject: "Last", text: page("Last") });
    await answers(2);
    expect(await answersTo(instance, email)).toHaveLength(2);
    expect(await client.json<Link[]>("GET", "/api/links/")).toHaveLength(2);
  });

  inProof(
    "an absence notice that says nothing of itself gets one sentence, and 1,000 rounds with it end at once",
    async () => {
      const { email, send, answers } = await someone();
      await send({ text: page("Away") });
      await answers(1);
      let answered = 0;
      let rounds = 0;
      for (; rounds < 1000; rounds++) {
        const mails = await answersTo(instance, email);
        if (mails.length === answered) {
          // A sentence to the notice may be on its way.
          await new Promise((resolve) => setTimeout(resolve, 3000));
          if ((await answersTo(instance, email)).length === answered) break;
          continue;
        }
        const latest = mails[answered++] as MailedAnswer;
        await reply(instance, latest, "I am away until Monday. See https://away.example/team instead, or call.");
      }
      expect(rounds).toBeLessThan(10);
      expect((await answersTo(instance, email)).length).toBeLessThanOrEqual(2);
    },
  );

  test("its own answer that comes back to it is refused", async () => {
    const { email, send, answers } = await someone();
    await send({ text: page("Mirror") });
    const [receipt] = await answers(1);
    for (let n = 0; n < 20; n++) {
      const mirrored = { from: "no-reply@localhost", headers: { "Auto-Submitted": "auto-replied" } };
      expect(await reply(instance, receipt as MailedAnswer, "undo", mirrored)).toMatch(/^550/);
    }
    expect(await answersTo(instance, email)).toHaveLength(1);
  });

  inProof(
    `more than ${ANSWERS_PER_HOUR} mails in an hour get ${ANSWERS_PER_HOUR} answers, and are saved all the same`,
    async () => {
      const { email, send, answers, client } = await someone();
      for (let n = 0; n < ANSWERS_PER_HOUR + 5; n++) await send({ subject: `Many ${n}`, text: page(`Many ${n}`) });
      await eventually(async () =>
        expect(await client.json("GET", "/api/links/count")).toMatchObject({ count: ANSWERS_PER_HOUR + 5 }),
      );
      await answers(ANSWERS_PER_HOUR);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      expect(await answersTo(instance, email)).toHaveLength(ANSWERS_PER_HOUR);
    },
  );
});
