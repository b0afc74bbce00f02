import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { madeManifests } from "./kubernetes.ts";

const root = join(import.meta.dirname, "../../..");

/** The ways in which Satchel runs on Kubernetes: the folders of deploy/kubernetes/overlays. */
export const overlays = ["single", "high-availability"] as const;

/**
 * Copies the overlays to a folder of their own, with settings made as an operator makes them.
 * @returns that folder, to be removed by the caller; {@link placeOf} says where each overlay is in it
 */
export function placeOverlays(): string {
  const folder = mkdtempSync(join(tmpdir(), "satchel-kubernetes-"));
  const isOurs = (path: string): boolean => !path.endsWith(".env");
  cpSync(join(root, "deploy"), join(folder, "deploy"), { recursive: true, filter: isOurs });
  cpSync(join(root, ".env.example"), join(folder, ".env.example"));
  for (const [file, made] of Object.entries(madeManifests)) {
    writeFileSync(join(folder, "deploy/kubernetes/base", file), made());
  }
  for (const overlay of overlays) {
    const at = join(folder, "deploy/kubernetes/overlays", overlay);
    execFileSync("sh", [join(folder, "deploy/kubernetes/make-settings.sh"), at], { stdio: "ignore" });
  }
  return folder;
}

/** Where one of the overlays is in a folder that {@link placeOverlays} made. */
export const placeOf = (folder: string, overlay: string): string => join(folder, "deploy/kubernetes/overlays", overlay);
