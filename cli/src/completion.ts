import type { Command } from "commander";
import { CommandError, EXIT } from "./exit.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;

interface CommandSummary {
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
}

/** A script for a shell that completes the commands of a program and their long options. @throws for another shell */
export function completionOf(program: Command, shell: string): string {
  const commands = program.commands.map((command): CommandSummary => {
    const options = [...command.options.map(({ long }) => long ?? ""), "--help"].filter((option) => option !== "");
    return { name: command.name(), about: command.description(), options };
  });
  if (shell === "bash") return bash(commands);
  // zsh reads completions of bash by its own bridge.
  if (shell === "zsh") return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
  if (shell === "fish") return fish(commands);
  throw new CommandError(`There are completions for ${SHELLS.join(", ")}.`, EXIT.usage);
}

const bash = (commands: readonly CommandSummary[]): string => `_satchel() {
  local word="\${COMP_WORDS[COMP_CWORD]}" choices=""
  if [ "$COMP_CWORD" -eq 1 ]; then choices="${commands.map(({ name }) => name).join(" ")}"; else
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `      ${name}) choices="${options.join(" ")}";;`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _satchel satchel`;

const fish = (commands: readonly CommandSummary[]): string =>
  commands
    .flatMap(({ name, about, options }) => [
      `complete -c satchel -n __fish_use_subcommand -a ${name} -d '${about.replaceAll("'", "\\'")}'`,
      ...options.map((option) => `complete -c satchel -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`),
    ])
    .join("\n");
