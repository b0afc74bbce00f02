import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ApiToken } from "@satchel/contracts";
import { signIn } from "@satchel/standalone/test/instance.ts";
import { sharedInstance } from "@satchel/standalone/test/shared-instance.ts";
import { atEnd, repetitions, spawnProgram, tempDir } from "@satchel/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

// Bad input to the command line: what is typed, what is piped, and what a server answers.

const MAIN = new URL("./main.ts", import.meta.url);
const { url: server, dataDir } = await sharedInstance();

/** Each run is a process: as many as there is time for, in milliseconds. */
const BOUNDS = { numRuns: repetitions(6, 120), interruptAfterTimeLimit: repetitions(30_000, 120_000) };

/** The codes that docs/cli.md names. */
const CODES = [0, 1, 2, 3, 4, 5];

async function run(home: string, args: readonly string[], input = "") {
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_STATE_HOME: join(home, "state"),
    SATCHEL_SERVER: "",
    SATCHEL_TOKEN: "",
  };
  const program = await spawnProgram(MAIN, { args, input, env });
  const { code } = await program.exited;
  return { code, out: program.stdout.join("\n"), err: program.stderr.join("\n") };
}

/** A home folder with a login. */
async function homeWith(login: { readonly server: string; readonly token: string }): Promise<string> {
  const home = await tempDir();
  await mkdir(join(home, "config/satchel"), { recursive: true });
  await writeFile(join(home, "config/satchel/login.json"), JSON.stringify(login));
  return home;
}

/** A server of somebody. @returns its address */
async function listening(answer: RequestListener): Promise<string> {
  const stranger = createServer(answer);
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  atEnd(() => void stranger.close());
  return `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
}

/** What is wrong with how a program ended; nothing for a documented code, with a sentence where it is none of success. */
function faultOf({ code, out, err }: Awaited<ReturnType<typeof run>>): string | undefined {
  if (code === null || !CODES.includes(code)) return `code ${code}`;
  if (code !== 0 && err.trim() === "") return "it says nothing";
  if (/^\s+at .*:\d+:\d+\)?$/m.test(err)) return "a stack trace";
  // What JavaScript says of a value that is not what the program believed.
  if (/Cannot read properties|is not (?:a function|iterable|valid JSON)|undefined/.test(err)) return "a fault of ours";
  // oxlint-disable-next-line no-control-regex -- what must not reach a terminal
  if (/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(out + err)) return "a control character";
  return undefined;
}

const word = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => !text.includes("\0")),
  fc.constantFrom(
    "",
    "-",
    "--",
    "--json",
    "-x",
    "--limit",
    "-1",
    "../../etc/passwd",
    "https://",
    "https://example.org/\u001b[2J",
  ),
  fc.constantFrom("00000000-0000-4000-8000-000000000000", "\u202e", "tag:", '"', "a".repeat(5000), "__proto__", "%s%n"),
);

test("whatever is typed and piped, the program ends with a documented code and a sentence, and changes nothing of another account", async () => {
  const person = await signIn({ url: server, dataDir }, "typed@post.example");
  const other = await signIn({ url: server, dataDir }, "typed-by-none@post.example");
  await other.json("POST", "/api/links/", { url: "https://example.org/theirs", title: "Theirs" });
  const linksOfOther = () => other.json<unknown[]>("GET", "/api/links/?size=100");
  const before = (await linksOfOther()).length;
  const scopes = ["read", "add", "change"];
  const { token } = await person.json<ApiToken & { token: string }>("POST", "/api/users/me/tokens", {
    name: "cli",
    scopes,
  });
  const home = await homeWith({ server, token });
  // Without those that wait for more: a page, events, messages.
  const command = fc.constantFrom(
    "save",
    "search",
    "open",
    "read",
    "tag",
    "rm",
    "undo",
    "folders",
    "tags",
    "export",
    "import",
    "completion",
    "help",
    "x",
  );
  // A browser is not opened, and no file is written.
  const safe = (args: readonly string[]): boolean => !args.some((one) => /^(?:-o|--output)/.test(one));
  await fc.assert(
    fc.asyncProperty(
      command,
      fc.array(word, { maxLength: 4 }),
      fc.array(word, { maxLength: 3 }),
      async (name, args, lines) => {
        fc.pre(safe(args));
        const given = name === "open" ? [name, "--print", ...args] : [name, ...args];
        const ended = await run(home, given, lines.join("\n"));
        expect([given, faultOf(ended), (ended.out + ended.err).includes(token)]).toEqual([given, undefined, false]);
      },
    ),
    BOUNDS,
  );
  expect(await linksOfOther()).toHaveLength(before);
});

test("whatever a server answers, the program ends with a documented code and a sentence", async () => {
  let answer: { readonly status: number; readonly type: string; readonly body: string } = {
    status: 200,
    type: "",
    body: "",
  };
  const stranger = await listening((_request, response) => {
    response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
  });
  const home = await homeWith({ server: stranger, token: "satchel_of-nobody" });
  const commands = fc.constantFrom(
    ["save", "https://example.org/"],
    ["save", "-f", "A/B", "https://example.org/"],
    ["search", "bread"],
    ["search", "--json"],
    ["open", "--print", "bread"],
    ["read", "bread"],
    ["tag", "https://example.org/", "--add", "x"],
    ["rm", "00000000-0000-4000-8000-000000000000"],
    ["folders"],
    ["tags"],
    ["export"],
  );
  const answers = fc.record({
    status: fc.constantFrom(200, 200, 200, 201, 204, 400, 401, 403, 404, 409, 418, 422),
    type: fc.constantFrom("application/json", "text/html", "text/plain"),
    body: fc.oneof(
      fc.json(),
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom(
        '{"detail":"\\u001b[2J\\u202e"}',
        "{",
        "null",
        "[null]",
        '{"links":7}',
        "<!doctype html><title>Login</title>",
      ),
    ),
  });
  await fc.assert(
    fc.asyncProperty(commands, answers, async (args, next) => {
      answer = next;
      const { out, ...rest } = await run(home, args);
      // An export is a file, as it comes.
      const ended = { ...rest, out: args[0] === "export" ? "" : out };
      expect([args, next, faultOf(ended), ended.err]).toEqual([args, next, undefined, ended.err]);
    }),
    BOUNDS,
  );
});

test("given a server whose reason has control characters, then none of them reaches the terminal", async () => {
  const stranger = await listening((_request, response) => {
    response.writeHead(422, { "content-type": "application/json" }).end('{"detail":"No\\u001b[2J\\u009b2J\\u202e"}');
  });
  const home = await homeWith({ server: stranger, token: "satchel_of-nobody" });

  expect(await run(home, ["save", "https://example.org/"])).toMatchObject({
    code: 1,
    err: "https://example.org/: No[2J2J",
  });
});

test("given a server that leads elsewhere, then the token does not go there", async () => {
  const seen: unknown[] = [];
  const elsewhere = await listening((request, response) => {
    seen.push(request.headers.authorization);
    response.end("[]");
  });
  const first = await listening((_request, response) => {
    response.writeHead(307, { location: `${elsewhere}/api/links/` }).end();
  });
  const home = await homeWith({ server: first, token: "satchel_of-nobody" });

  expect(await run(home, ["search"])).toMatchObject({ code: 5, err: `No answer from ${first}` });
  expect(seen).toEqual([]);
});
