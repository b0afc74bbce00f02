import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** A command as it stands in a document, on one line. */
interface DocumentedCommand {
  readonly file: string;
  readonly command: string;
}

/** Everything that is written for who uses and runs Satchel. Decisions tell of the past. */
const documents = [
  "README.md",
  "bench/README.md",
  "extension/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !path.startsWith("decisions"))
    .map((path) => `docs/${path}`),
];

const PROGRAMS =
  /^(?:sudo )?(?:npm|npx|node|sh|bash|curl|docker|kubectl|cat|cd|chmod|chown|nano|dig|nats|age|age-keygen|apt|apt-get|certbot|echo|openssl|rclone|git|useradd|adduser|install|mkdir|tar|ssh|scp|helm|psql|systemctl|journalctl|\/etc\/\S+)(?: |$)/;
const VARIABLES = /^(?:[A-Z_]+=\S* )+/;
const SCHEDULE = /^(?:[\d*/,]+ +){5}/;

const isCommand = (line: string): boolean => PROGRAMS.test(line.replace(VARIABLES, ""));

/** The commands of a block: lines continued with `\` and scripts that go into a file are one each. */
function commandsOf(block: string): string[] {
  if (block.startsWith("#!")) return [block];
  return block
    .replaceAll(/ *\\\n\s*/g, " ")
    .replaceAll(/<<'END'\n[\s\S]*?\nEND/g, (script) => script.replaceAll("\n", "\u2028"))
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/^\$ /, "")
        .replace(SCHEDULE, "")
        .replace(/^Exec\w+=\/usr\/bin\//, ""),
    )
    .filter(isCommand)
    .map((line) => line.replaceAll("\u2028", "\n"));
}

/** Every command in a block or between backticks, each once. */
export function documentedCommands(): DocumentedCommand[] {
  const found = new Map<string, DocumentedCommand>();
  for (const file of documents) {
    const text = read(file);
    const fences = [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```/gm)];
    const blocks = fences
      .filter(([, , language = ""]) => ["", "sh", "ini"].includes(language))
      .map(([, indent = "", , block = ""]) => block.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
    const spans = text.replaceAll(/^( *)```[\s\S]*?^\1```/gm, "").matchAll(/`([^`\n]+)`/g);
    const inline = [...spans].map(([, code = ""]) => code).filter((code) => code.includes(" ") && isCommand(code));
    for (const command of [...blocks.flatMap(commandsOf), ...inline]) {
      if (!found.has(command)) found.set(command, { file, command });
    }
  }
  return [...found.values()];
}
