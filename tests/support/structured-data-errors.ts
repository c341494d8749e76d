import { join } from "node:path";
import ts from "typescript";
import * as v from "valibot";

const thingSchema = v.looseObject({ "@type": v.pipe(v.string(), v.regex(/^[A-Z]\w+$/)) });

/** The virtual source file that is made of the data. */
const SOURCE = join(import.meta.dirname, "structured-data.ts");

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
};

/**
 * Checks structured data against schema.org by the types of schema-dts: unknown properties and values
 * of a wrong type are errors.
 * @param data by its name in the errors.
 */
export function schemaErrors(data: ReadonlyMap<string, unknown>): string[] {
  const all = Array.from(data, ([name, value]) => ({ name, value: v.parse(thingSchema, value) }));
  const types = [...new Set(all.map(({ value }) => value["@type"]))];
  const source = [
    `import type { WithContext, ${types.join(", ")} } from "schema-dts";`,
    ...all.map(
      ({ value }, n) =>
        `export const d${n}: WithContext<${value["@type"]}> = ${JSON.stringify(value)};`,
    ),
  ].join("\n");
  const host = ts.createCompilerHost(OPTIONS);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) =>
    name === SOURCE ? ts.createSourceFile(name, source, version) : readSource(name, version);
  host.fileExists = (
    (exists) => (name) =>
      name === SOURCE || exists(name)
  )(host.fileExists);
  const program = ts.createProgram([SOURCE], OPTIONS, host);
  const dataSource = program.getSourceFile(SOURCE);
  return ts.getPreEmitDiagnostics(program, dataSource).map(({ messageText, file, start = 0 }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    const name = line === 0 ? "types" : all[line - 1]?.name;
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
