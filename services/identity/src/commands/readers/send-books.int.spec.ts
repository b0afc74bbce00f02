import { randomUUID } from "node:crypto";
import { type Address, bookName, openBookStore } from "@satchel/chassis";
import {
  AddReader,
  BOOK_MAILS_AT_ONCE,
  ConfirmReader,
  type PayloadOf,
  SendBooks,
  texts,
  type UserId,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { clientOf, codeIn, registeringAt, type RunningIdentity, runIdentity } from "../../../test/running-identity.ts";
import { type SmtpRelay, startSmtpRelay } from "../../../test/smtp-relay.ts";
import { ensureAccount } from "../../accounts/registration.ts";
import { BOOKS_MAILED_AT_ONCE } from "../../limits.ts";

const DEVICE = "anna@kindle.com";

let identity: RunningIdentity;
let books: Awaited<ReturnType<typeof openBookStore>>;
/** The relay's answers to mails of books; a code and a notice come first. */
const script = ["250 yes", "250 yes"];
let relay: SmtpRelay;
let userId: UserId;

beforeAll(async () => {
  relay = await startSmtpRelay(script);
  identity = await runIdentity({ SMTP_URL: relay.url });
  books = await openBookStore(identity.bus);
  const email = "anna@post.example" as Address;
  ({ userId } = await ensureAccount(registeringAt(identity), email, randomUUID()));
  const asked = { userId, email: DEVICE, locale: "en", client: clientOf(email) } as const;
  await identity.send(AddReader, asked);
  await identity.send(ConfirmReader, { ...asked, code: codeIn(relay.taken[0] ?? "") });
  await eventually(() => expect(relay.taken).toHaveLength(2));
});

/** Puts books of the account into the store. @returns the command that mails them */
async function stored(...names: string[]): Promise<Payload> {
  for (const name of names) await books.put(bookName(userId, name), Buffer.from(`The book ${name}`));
  return sending(...names.map((name) => ({ name, title: name, file: `${name}.epub` })));
}

type Payload = PayloadOf<typeof SendBooks>;
const sending = (...of: Payload["books"]): Payload => ({ userId, email: DEVICE, locale: "en", books: of });

async function inStore(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of books.list("")) found.push(name);
  return found;
}

test("given books, when they are mailed or refused, then none is in the store; one that no command takes is there for an hour", async () => {
  expect(await identity.send(SendBooks, await stored("one", "two"))).toEqual({ mails: 2 });
  expect(await inStore()).toEqual([]);
  await eventually(() => expect(relay.taken).toHaveLength(4));

  const refused = { ...(await stored("three")), email: "nobody@kindle.com" };
  await expect(identity.send(SendBooks, refused)).rejects.toMatchObject({ code: "not-found" });
  expect(await inStore()).toEqual([]);

  const { config } = await identity.bus.jsm.streams.info("OBJ_books");
  expect(config.max_age).toBe(3600 * 1e9);
});

test("given another account's book, when its name is sent, then nothing is mailed, and the book is where it was", async () => {
  const theirs = bookName(randomUUID() as UserId, "theirs");
  await books.put(theirs, Buffer.from("The book of another"));

  for (const name of ["theirs", theirs, `../${theirs}`]) {
    const asked = sending({ name, title: "", file: "a.epub" });
    await expect(identity.send(SendBooks, asked)).rejects.toMatchObject({ code: "unavailable" });
  }
  expect(await inStore()).toEqual([theirs]);
  expect(relay.taken).toHaveLength(4);
  await books.remove(theirs);
});

test("given as many commands with books as may be in memory, then a further one is refused, and its books are removed", async () => {
  const tooMany = await stored(...Array.from({ length: BOOK_MAILS_AT_ONCE + 1 }, (_, at) => `many${at}`));
  await expect(identity.send(SendBooks, tooMany)).rejects.toThrow();
  for (const { name } of tooMany.books) await books.remove(bookName(userId, name));

  const before = relay.attempts();
  script.length = before;
  for (let at = 0; at < BOOKS_MAILED_AT_ONCE; at++) script.push("silence");
  for (let at = 0; at < BOOKS_MAILED_AT_ONCE; at++) await identity.send(SendBooks, await stored(`slow${at}`));
  await eventually(() => expect(relay.attempts()).toBe(before + BOOKS_MAILED_AT_ONCE));

  const further = identity.send(SendBooks, await stored("further"));
  await expect(further).rejects.toMatchObject({ code: "limited", message: texts.server.tooMany });
  expect(await inStore()).toEqual([]);
});
