import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { HOW_TO_GET_SCHEMAS, schemaErrors } from "./support/ddex-schemas";

const GOLDEN = "tests/fixtures/ern";

const [folder = "", ...given] = process.argv.slice(2);
if (!existsSync(join(folder || ".", "release-notification.xsd"))) {
  console.log(`Usage: npm run ddex:validate -- FOLDER [MESSAGE.xml …]\n${HOW_TO_GET_SCHEMAS}`);
  process.exit(2);
}
const paths = given.length > 0 ? given : readdirSync(GOLDEN).map((name) => join(GOLDEN, name));
const errors = await schemaErrors(folder || ".", paths);
for (const error of errors) console.log(error);
console.log(
  errors.length === 0
    ? `${paths.length} messages are valid.`
    : `${errors.length} errors in ${paths.length} messages.`,
);
process.exit(errors.length === 0 ? 0 : 1);
