import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BASE_IMAGES } from "./images.mjs";

const root = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("every image that the Dockerfile and Compose take from elsewhere can be made for the proof", () => {
  const stages = new Set([...read("Dockerfile").matchAll(/ AS (\S+)/g)].map(([, name]) => name));
  const bases = [...read("Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, name = ""]) => name);
  const services = [...read("docker-compose.yml").matchAll(/^ +image: (\S+)/gm)].map(([, name = ""]) => name);
  const wanted = [
    ...bases.filter((name) => !stages.has(name)),
    ...services.filter((name) => !name.startsWith("satchel:")),
  ];

  expect([...new Set(wanted)].sort()).toEqual([...BASE_IMAGES].sort());
});

test.each(BASE_IMAGES)("the folder of %s has a Dockerfile that says what it stands for", (name) => {
  const kind = name.replace(/:.*/, "");
  expect(read(`scripts/lib/containers/images/${kind}/Dockerfile`)).toContain(`# Stands for ${name}.`);
});
