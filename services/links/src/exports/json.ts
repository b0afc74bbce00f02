import { SATCHEL_VERSION } from "../imports/formats/satchel-json.ts";
import { type Archive, flatten } from "./archive.ts";

/** Our own format (docs/api/imports.md), without loss for an import. One link per line. */
export async function* toJson({ folders, links }: Archive, now: Date): AsyncGenerator<string> {
  yield `{"satchel":${SATCHEL_VERSION},"exported_at":${JSON.stringify(now.toISOString())},\n"folders":[`;
  yield flatten(folders)
    .map(({ folder: { id, name, parent_folder_id, color, emoji } }) =>
      JSON.stringify({ id, name, parent_folder_id, color, emoji }),
    )
    .join(",\n");
  yield `],\n"links":[`;
  let separator = "\n";
  for await (const link of links()) {
    yield separator + JSON.stringify(link);
    separator = ",\n";
  }
  yield "\n]}\n";
}
