/**
 * Checks the product against the board's published schema:
 *
 *   npx tsx workers/cli/check-monday-contract.ts SCHEMA.graphql [--write]
 *
 * SCHEMA is the whole published schema, as `https://api.monday.com/v2/get_schema?format=sdl` gives
 * it. Checks that every document is valid against it and that the subset in
 * `workers/sandbox/monday-contract.ts` agrees with it; `--write` writes that subset anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSchema, parse, validate } from "graphql";
import { documents } from "~/integrations/board/graphql-documents";
import { mondayContract } from "../sandbox/monday-contract";
import { schemaDifferences } from "./schema-differences";
import { schemaSubset } from "./schema-subset";

const TARGET = fileURLToPath(new URL("../sandbox/monday-contract.ts", import.meta.url));

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

const contractProblems = parsedDocuments.flatMap(({ name, document }) =>
  validate(full, document).map(({ message }) => `${name}: ${message}`),
);
if (option === "--write" && contractProblems.length === 0) {
  const subset = schemaSubset(
    full,
    parsedDocuments.map(({ document }) => document),
    COLUMN_VALUES,
  );
  const head =
    "/** Written by workers/cli/check-monday-contract.ts; see there. Version 2026-10. */";
  writeFileSync(TARGET, `${head}\nexport const mondayContract = \`\n${subset}\`;\n`);
  process.stdout.write(`Written: ${TARGET}\n`);
} else {
  const { checked, problems } = schemaDifferences(buildSchema(mondayContract), full);
  contractProblems.push(...problems);
  process.stdout.write(
    `${parsedDocuments.length} documents and ${checked} types, fields, arguments and values checked.\n`,
  );
}
for (const fault of contractProblems) process.stdout.write(`- ${fault}\n`);
process.stdout.write(
  contractProblems.length === 0 ? "All agree.\n" : `${contractProblems.length} disagree.\n`,
);
process.exitCode = contractProblems.length === 0 ? 0 : 1;
