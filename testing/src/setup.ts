import { afterAll } from "vitest";
import { cleanUp } from "./at-end.ts";

// Vitest runs this for each test file, even where files share their modules.
afterAll(cleanUp);
