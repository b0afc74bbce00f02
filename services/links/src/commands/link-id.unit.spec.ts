import { LinkId, type UserId } from "@satchel/contracts";
import { Value } from "typebox/value";
import { version } from "uuid";
import { expect, test } from "vitest";
import { readWebAddress } from "../domain/canonical-url.ts";
import { keyedLinkIds, savingOf } from "./link-id.ts";

const ada = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01" as UserId;
const bob = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a02" as UserId;
const mail = "0b7e6f60-53a5-5f6e-8f57-0c4f2f7d9d11";

const linkIdOf = keyedLinkIds("a key of 32 characters, or of more");

test("given a user and a URL, the link's id never changes under one key, and differs under another", () => {
  // Stored links hold these: a change of one of the values would make a second copy of every link.
  expect(linkIdOf(ada, "https://example.com/")).toBe("fcd9ae4e-2778-8a7c-8dff-9ad5e36960c1");
  expect(keyedLinkIds("another key of 32 characters or more")(ada, "https://example.com/")).not.toBe(
    linkIdOf(ada, "https://example.com/"),
  );
});

test("given an address, the link's id is a UUID of version 8, as links are named in subjects", () => {
  for (let n = 0; n < 100; n++) {
    const id = linkIdOf(ada, `https://example.com/${n}`);
    expect(version(id)).toBe(8);
    expect(Value.Check(LinkId, id)).toBe(true);
  }
});

test("given two spellings of an address, the link is one", () => {
  const ids = ["https://example.com", "HTTPS://EXAMPLE.com:443/?utm_source=x#top"].map((url) =>
    linkIdOf(ada, readWebAddress(url)?.canonicalUrl ?? ""),
  );
  expect(ids[0]).toBe(ids[1]);
});

test("given two users, the same address is two links", () => {
  expect(linkIdOf(ada, "https://example.com/")).not.toBe(linkIdOf(bob, "https://example.com/"));
});

test("given a mail, each of its links is saved by a command of its own, the same on every try", () => {
  const [one, two] = ["https://example.com/1", "https://example.com/2"].map((url) => linkIdOf(ada, url));
  if (one === undefined || two === undefined) throw new Error("no ids");
  expect(savingOf(mail, one)).toBe(savingOf(mail, one));
  expect(savingOf(mail, one)).not.toBe(savingOf(mail, two));
  expect(savingOf(mail, one)).not.toBe(savingOf("0b7e6f60-53a5-5f6e-8f57-0c4f2f7d9d12", one));
});
