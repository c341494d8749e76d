/**
 * Checks the product against the board's published schema:
 *
 *   npx tsx tools/monday-contract.ts SCHEMA.graphql [--write]
 *
 * SCHEMA is the whole published schema, as `https://api.monday.com/v2/get_schema?format=sdl` gives
 * it. Checks that every document is valid against it and that the subset in
 * `workers/sandbox/monday-contract.ts` is what they use of it; `--write` writes that subset anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSchema, parse, validate } from "graphql";
import { documents } from "~/integrations/board/graphql-documents";
import { schemaSubset } from "./schema-subset";

const TARGET = fileURLToPath(new URL("../workers/sandbox/monday-contract.ts", import.meta.url));

/** The types of `column_values` that the sandbox returns, one for each kind of column. */
const COLUMN_VALUES = [
  "CheckboxValue",
  "CountryValue",
  "DateValue",
  "DropdownValue",
  "EmailValue",
  "FileValue",
  "LinkValue",
  "LongTextValue",
  "NumbersValue",
  "PhoneValue",
  "StatusValue",
  "TextValue",
];

const [path, option] = process.argv.slice(2);
if (!path) throw new Error("Name the file with the whole schema.");
const full = buildSchema(readFileSync(path, "utf8"));
const parsedDocuments = Object.entries(documents).map(([name, text]) => ({
  name,
  document: parse(text),
}));

const problems = parsedDocuments.flatMap(({ name, document }) =>
  validate(full, document).map(({ message }) => `${name}: ${message}`),
);
const subset = schemaSubset(
  full,
  parsedDocuments.map(({ document }) => document),
  COLUMN_VALUES,
);
const text = `/** Written by tools/monday-contract.ts; see there. Version 2026-10. */
export const mondayContract = \`\n${subset}\`;\n`;
if (option === "--write" && problems.length === 0) writeFileSync(TARGET, text);
else if (readFileSync(TARGET, "utf8") !== text)
  problems.push("The sandbox's part of the schema is another: --write, and git diff tells where.");
for (const problem of problems) process.stdout.write(`- ${problem}\n`);
process.stdout.write(problems.length === 0 ? "All agree.\n" : `${problems.length} disagree.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
