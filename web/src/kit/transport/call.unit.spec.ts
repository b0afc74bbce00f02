import { texts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { reasonOf } from "./call.ts";

test.each([
  [
    "the server's sentence, where it refused the call",
    { status: 404, detail: texts.folders.notFound },
    texts.folders.notFound,
  ],
  ["that the account is full", { status: 507, detail: texts.links.full }, texts.links.full],
  ["what the page says, where a field is not valid", { status: 422, detail: texts.server.invalid }, "That failed."],
  ["what the page says, where the session has ended", { status: 401, detail: texts.session.missing }, "That failed."],
  ["nothing of an error of the server", { status: 500, detail: "stack trace" }, "That failed."],
  ["nothing of a missing answer", { status: 0, detail: "TypeError: Failed to fetch" }, "That failed."],
  ["what the page says, where a proxy refuses without a sentence", { status: 413, detail: "" }, "That failed."],
  ["what the page says of a fault of its own", new Error("undefined is not a function"), "That failed."],
])("a failed call says %s", (_, error, said) => expect(reasonOf(error, "That failed.")).toBe(said));
