import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The project, so that an installation of this machine's own engine stays untouched. */
const PROJECT = "satchel-proof";

const promised = promisify(execFile);
/** Octets of the output of one command. */
const OUTPUT = 64 * 1024 * 1024;

/** Runs a command. @returns what it printed. @throws with what it said on standard error */
export async function command(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const env = { ...process.env, COMPOSE_PROJECT_NAME: PROJECT };
    const options = { env, maxBuffer: OUTPUT, encoding: "utf8", ...(cwd === undefined ? {} : { cwd }) } as const;
    return (await promised(program, args, options)).stdout.trimEnd();
  } catch (error) {
    const { stderr = "", message } = error as { stderr?: string; message: string };
    throw new Error(`${[program, ...args].join(" ")}: ${stderr.trim() || message}`, { cause: error });
  }
}

export const docker = (...args: string[]): Promise<string> => command("docker", args);

/** What the engine says of a container, as far as it is used here. */
export interface Container {
  readonly Id: string;
  readonly Name: string;
  readonly RestartCount: number;
  readonly State: { readonly Pid: number; readonly Running: boolean; readonly Health?: { readonly Status: string } };
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly CapDrop: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
  };
  readonly Config: { readonly User: string; readonly Labels: Readonly<Record<string, string>> };
  readonly NetworkSettings: { readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>> };
}

export const serviceOf = ({ Config }: Container): string => Config.Labels["com.docker.compose.service"] ?? "";
export const nameOf = ({ Name }: Container): string => Name.replace(`/${PROJECT}-`, "");

/** Whether it runs, and says that it is healthy where it is asked. */
export const isHealthy = ({ State }: Container): boolean =>
  State.Running && (State.Health === undefined || State.Health.Status === "healthy");

/** Its address in a network of the project. */
export function addressIn(network: string, { Name, NetworkSettings }: Container): string {
  const address = NetworkSettings.Networks[`${PROJECT}_${network}`]?.IPAddress;
  if (address === undefined || address === "") throw new Error(`${Name} has no address in ${network}`);
  return address;
}
