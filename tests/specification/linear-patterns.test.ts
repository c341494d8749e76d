import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Repeats that match the same sign one after the other, and repeats that start anew at each sign. */
function slowParts(source: string, flags: string): string[] {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } });
  return reports.map(({ type, character }) => `${type} of ${character.literal.source}`);
}

const isCodeFile = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path);
const files = ["app", "functions", "workers"].flatMap((room) =>
  readdirSync(`${ROOT}/${room}`, { recursive: true, encoding: "utf8" })
    .filter(isCodeFile)
    .map((path) => {
      const name = `${room}/${path}`;
      const source = readFileSync(`${ROOT}/${name}`, "utf8");
      return { name, source: ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true) };
    }),
);

/** The texts that patterns are put together from, by their names; a name means the same everywhere. */
const constants = new Map<string, ts.Expression>();
const visit = (node: ts.Node, see: (node: ts.Node) => void) => {
  see(node);
  node.forEachChild((child) => visit(child, see));
};
for (const { source } of files)
  visit(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (/^[A-Z][A-Z_]*$/.test(node.name.text)) constants.set(node.name.text, node.initializer);
  });

/** What is known only when the code runs stands for a word. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value ? textOf(value) : "word";
  }
  if (ts.isTaggedTemplateExpression(node)) return templateText(node.template, "raw");
  if (ts.isTemplateExpression(node)) return templateText(node, "text");
  return "word";
}

function templateText(template: ts.TemplateLiteral, kind: "raw" | "text"): string {
  const read = (part: ts.TemplateLiteralLikeNode) =>
    kind === "raw" ? (part.rawText ?? part.text) : part.text;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return read(template);
  const spans = template.templateSpans.map(
    ({ expression, literal }) => textOf(expression) + read(literal),
  );
  return [read(template.head), ...spans].join("");
}

interface Pattern {
  place: string;
  source: string;
  flags: string;
}

function patternAt(node: ts.Node, place: string): Pattern | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isMade || node.expression.getText() !== "RegExp") return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source) return undefined;
  return { place, source: textOf(source), flags: flags ? textOf(flags) : "" };
}

const patterns: Pattern[] = [];
for (const { name, source } of files)
  visit(source, (node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const pattern = patternAt(node, `${name}:${line + 1}`);
    if (pattern) patterns.push(pattern);
  });

test("no pattern takes more time than its text grows", () => {
  expect(patterns.length).toBeGreaterThan(400);
  const slow = patterns.flatMap(({ place, source, flags }) =>
    slowParts(source, flags).map((part) => `${place} /${source}/${flags}: ${part}`),
  );
  expect(slow).toEqual([]);
});

test("a pattern with two repeats of one sign is found, and one that starts at each", () => {
  expect(slowParts("ISRC\\s*[:=]?\\s*([A-Z]{2})", "i")).toEqual(["Trade of \\s"]);
  expect(slowParts("\\s*[\\p{Cc}\\u2028\\u2029][\\s\\p{Cc}]*", "gu")).toHaveLength(1);
  expect(slowParts("^(a+)+$", "")).toHaveLength(1);
  expect(slowParts("(?<!\\s)\\s+$", "")).toEqual([]);
});
