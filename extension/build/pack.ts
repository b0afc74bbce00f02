// Builds the packages for both stores: dist/satchel-<version>-<browser>.zip, beside the folders they are made of.
// `npm run build -w extension`
import { zip } from "wxt";

for (const browser of ["chrome", "firefox"]) await zip({ root: `${import.meta.dirname}/..`, browser });
