import { cp, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { eventually } from "@satchel/testing";
import { parse, stringify } from "yaml";
import type { ControlPlane } from "../../services/standalone/test/control-plane.ts";
import type { Manifest } from "../../services/standalone/test/kustomize.ts";
import { placeOf } from "../../services/standalone/test/place-overlays.ts";
import { command } from "../containers/engine.ts";
import { lineOf, setLines } from "../containers/settings.ts";
import type { Reachable } from "../containers/walk.ts";
import type { Gateway } from "../scaling/tables-check.ts";
import { makeVolumes, variable } from "./node.ts";

const NAMESPACE = "satchel";
/** Milliseconds for all pods to be ready. */
const READY_MS = 600_000;
/** Settings that are secrets of the overlay. */
const SECRETS = ["SMTP_URL", "DATABASE_URL"];

/** A pod, as far as it is used here. */
export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly status: {
    readonly podIP?: string;
    readonly phase: string;
    readonly containerStatuses?: readonly [
      { readonly containerID: string; readonly restartCount: number; readonly ready: boolean },
    ];
  };
}

export const appOf = ({ metadata }: Pod): string => metadata.labels["app.kubernetes.io/name"] ?? "";
export const isReady = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined && status.containerStatuses?.[0].ready === true;

/** An installation by an overlay. */
export class Cluster implements Reachable {
  readonly #plane: ControlPlane;
  readonly #placed: string;
  /** The folder of the overlay. */
  #place: string;
  #callers = 0;

  /** @param placed the folder of placeOverlays */
  constructor(plane: ControlPlane, placed: string) {
    this.#plane = plane;
    this.#placed = placed;
    this.#place = placeOf(placed, "single");
  }

  /** @returns what `kubectl` printed about the namespace */
  async kubectl(...args: string[]): Promise<string> {
    return (await this.#plane.kubectl("--namespace", NAMESPACE, ...args)).stdout.trimEnd();
  }

  /** Makes what is there before an overlay is applied: the namespace, the certificate for mail, and volumes. */
  async prepare(claims: readonly string[], kept: readonly string[] = []): Promise<void> {
    await makeVolumes(this.#plane, claims, kept);
    await this.#plane.kubectl("create", "namespace", NAMESPACE);
    const [key, cert] = ["key", "crt"].map((end) => join(this.#plane.folder, `mail.${end}`)) as [string, string];
    const subject = ["-subj", "/CN=mail.satchel.internal", "-days", "2"];
    await command("openssl", [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      key,
      "-out",
      cert,
      ...subject,
    ]);
    await this.kubectl("create", "secret", "tls", "mail-tls", "--key", key, "--cert", cert);
  }

  /** Fills in the settings. */
  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const all = Object.entries(settings);
    const isSecret = ([name]: [string, string]): boolean => SECRETS.includes(name);
    await setLines(this.#file("secrets"), Object.fromEntries(all.filter(isSecret)));
    await setLines(this.#file("settings"), Object.fromEntries(all.filter((one) => !isSecret(one))));
  }

  async apply(): Promise<void> {
    await this.#plane.kubectl("apply", "-k", this.#place, "--server-side");
  }

  /**
   * Goes on with three servers of the bus, two of each service, and the same settings: another folder beside the overlays, since
   * CloudNativePG is not there, and there is one machine, on which three servers may be and all pods have to find room.
   */
  async turnToThree(): Promise<void> {
    const before = this.#place;
    this.#place = placeOf(this.#placed, "three");
    await cp(before, this.#place, { recursive: true });
    const file = join(this.#place, "kustomization.yaml");
    const overlay = parse(await readFile(file, "utf8")) as Manifest;
    overlay["components"].unshift("../../components/high-availability");
    const cpu = "/spec/template/spec/containers/0/resources/requests/cpu";
    overlay["patches"] = [
      { target: { kind: "StatefulSet" }, patch: "- { op: remove, path: /spec/template/spec/affinity }" },
      { target: { kind: "Deployment" }, patch: `- { op: replace, path: ${cpu}, value: 10m }` },
    ];
    await writeFile(file, stringify(overlay));
  }

  /** Runs deploy/kubernetes/run.sh. */
  async run(...args: string[]): Promise<string> {
    const path = [variable("KUBERNETES_PROGRAMS"), process.env["PATH"]].join(delimiter);
    const env = [`KUBECONFIG=${this.#plane.kubeconfig}`, `PATH=${path}`];
    return command("env", [...env, "sh", join(this.#placed, "deploy/kubernetes/run.sh"), ...args]);
  }

  #file = (name: string): string => join(this.#place, `${name}.env`);

  setting(name: string): Promise<string> {
    return lineOf(name, this.#file("secrets"), this.#file("settings"));
  }

  async pods(app?: string): Promise<Pod[]> {
    const name = "app.kubernetes.io/name";
    // Without those of commands that run and end.
    const selector = `${app === undefined ? name : `${name}=${app}`},!job-name`;
    const { items } = JSON.parse(await this.kubectl("get", "pods", "--selector", selector, "-o", "json"));
    return items as Pod[];
  }

  /** Resolves when every pod is ready and none is ending. */
  async ready(): Promise<void> {
    const check = async (): Promise<void> => {
      const pods = await this.pods();
      const others = pods
        .filter((pod) => !isReady(pod))
        .map(({ metadata, status }) => `${metadata.name} ${status.phase}`);
      if (pods.length === 0 || others.length > 0) throw new Error(`not ready: ${others.join(", ")}`);
    };
    await eventually(check, { timeout: READY_MS, interval: 500 });
  }

  /** By the addresses of the services: this machine is the node. An Ingress would say who calls, each time somebody else. */
  async reach(): ReturnType<Reachable["reach"]> {
    const page = await this.#service("gateway");
    const mail = await this.#service("mail");
    return {
      url: `http://${page.spec.clusterIP}:${page.spec.ports[0].port}`,
      smtpPort: mail.spec.ports[0].nodePort,
      headers: { "x-forwarded-for": `203.0.113.${++this.#callers}` },
    };
  }

  #service = async (name: string): Promise<Manifest> =>
    JSON.parse(await this.kubectl("get", "service", name, "-o", "json")) as Manifest;

  async gateways(): Promise<Gateway[]> {
    const pods = (await this.pods("gateway")).filter(isReady);
    return pods.map(({ metadata, status }) => ({ name: metadata.name, url: `http://${status.podIP}:3000` }));
  }

  async busAddresses(): Promise<string[]> {
    return (await this.pods("nats")).map(({ status }) => status.podIP ?? "");
  }
}
