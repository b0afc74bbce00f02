import { VERSION } from "@satchel/contracts";
import { Command, InvalidArgumentError, Option } from "commander";
import { remove, tag, undo } from "./commands/change.ts";
import { login, logout } from "./commands/login.ts";
import { mcp } from "./commands/mcp.ts";
import { open, read } from "./commands/read.ts";
import { save } from "./commands/save.ts";
import { folders, search, tags } from "./commands/search.ts";
import { exportTo, importFrom } from "./commands/transfer.ts";
import { watch } from "./commands/watch.ts";
import { completionOf, SHELLS } from "./completion.ts";
import { serverHelp } from "./server.ts";
import { print } from "./terminal.ts";

/** Most links that one search prints. */
const LIMIT_MAX = 10_000;

const limitOf = (text: string): number => {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new InvalidArgumentError(`It is a number from 1 to ${LIMIT_MAX}.`);
};

const listOf = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text
    .split(",")
    .map((part) => part.trim().replace(/^#/, ""))
    .filter((part) => part !== ""),
];

const JSON_OPTION = ["--json", "print JSON, one value on each line"] as const;
const LINKS = "ids or addresses of links; without any, lines of standard input";

/** The program with its commands. */
export function createProgram(): Command {
  const program = new Command("satchel")
    .description("Your link archive from a terminal.")
    .version(VERSION)
    .addHelpText("after", serverHelp())
    .showHelpAfterError("(--help says what can be given)");

  program
    .command("login")
    .description("log in with an API token, which is made in the page")
    .argument("[server]", "address of your Satchel, such as https://satchel.example.org")
    .option("--no-browser", "only say the page where tokens are made")
    .action(login);
  program.command("logout").description("forget the token").action(logout);

  program
    .command("save")
    .description("save links and files")
    .argument("[urls...]", "addresses, or files of this machine; without any, addresses in lines of standard input")
    .option("-f, --folder <path>", "the folder, such as Reading/Essays")
    .option("-t, --tags <tags>", "tags, separated by commas", listOf)
    .option("--title <title>", "a title of your own")
    .option("-n, --note <text>", "a note")
    .option(...JSON_OPTION)
    .action(save);
  program
    .command("search")
    .description("find links; without words, the newest")
    .argument("[words...]", "a search as in the page, such as: bread site:example.org is:unvisited")
    .option("-l, --limit <number>", "how many at most", limitOf, 20)
    .option(...JSON_OPTION)
    .action(search);
  program
    .command("open")
    .description("open a link in the browser")
    .argument("<link...>", "an id, an address, or words to search for")
    .option("-p, --print", "only print the address")
    .action(open);
  program
    .command("read")
    .description("print the article of a kept page as Markdown")
    .argument("<link...>", "an id, an address, or words to search for")
    .option(...JSON_OPTION)
    .action(read);

  program
    .command("tag")
    .description("add or remove tags")
    .argument("[links...]", LINKS)
    .option("--add <tags>", "tags to add, separated by commas", listOf)
    .option("--remove <tags>", "tags to remove, separated by commas", listOf)
    .action(tag);
  program.command("rm").description("delete links").argument("[links...]", LINKS).action(remove);
  program.command("undo").description("take back the last change that was made from here").action(undo);

  program
    .command("folders")
    .description("print the folders")
    .option(...JSON_OPTION)
    .action(folders);
  program
    .command("tags")
    .description("print the tags")
    .option(...JSON_OPTION)
    .action(tags);
  program
    .command("export")
    .description("download all links and folders")
    .addOption(new Option("--format <format>", "json loses nothing").choices(["json", "csv", "html"]).default("json"))
    .option("-o, --output <file>", "a file instead of standard output")
    .action(exportTo);
  program
    .command("import")
    .description("import a file of bookmarks")
    .argument("<file>", "an export of a browser or another archive")
    .option("--format <format>", "its format, where it isn't recognised (docs/api/imports.md)")
    .option(...JSON_OPTION)
    .action(importFrom);
  program.command("watch").description("print changes as they happen, as lines of JSON").action(watch);
  program.command("mcp").description("let an assistant use the archive, by MCP over standard input").action(mcp);

  program
    .command("completion")
    .description("print a script that completes commands and options")
    .argument("<shell>", SHELLS.join(", "))
    .action((shell: string) => print(completionOf(program, shell)));
  return program;
}
