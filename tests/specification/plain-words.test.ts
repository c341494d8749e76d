import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { longSentences } from "../support/page-parts";

/** Files without interface texts: option lists, legal texts, scripts as text, and the clip converter's sources. */
const OTHER =
  /\.test\.tsx?$|\/assembly\/|script-guard\.ts$|reference\/(?:cities|countries|distributors|genres|language-names|languages|roles)\.ts$|pages\/(?:terms-of-service|privacy-policy|cookie-policy|data-protection)\.ts$|agreement-text\.ts$/;

const sources = ["app", "functions", "workers/jobs"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !OTHER.test(name)),
);

/** A placeholder counts as one word. */
const FILLED = "…x…";

/** Inline elements, which do not end a sentence. */
const WITHIN = /^(?:a|abbr|b|code|em|i|kbd|Link|q|small|span|strong|time)$/;

/** The text of an element with its inline elements; block elements begin a new sentence. */
function findTexts(element: ts.JsxElement | ts.JsxFragment): string {
  return element.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text;
      if (ts.isJsxExpression(child)) {
        const inner = child.expression;
        return inner && ts.isStringLiteralLike(inner) ? inner.text : inner ? FILLED : "";
      }
      if (ts.isJsxElement(child) && WITHIN.test(child.openingElement.tagName.getText()))
        return findTexts(child);
      return ". ";
    })
    .join("");
}

/** Every text of a source file: strings, templates and element texts. */
function readTexts(name: string): string[] {
  const kind = name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = readFileSync(name, "utf8");
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    // SQL and other languages in tagged templates.
    if (ts.isTaggedTemplateExpression(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node))
      texts.push(
        // In handwritten markup, the text is what stands between the tags.
        ...(
          node.head.text + node.templateSpans.map((span) => FILLED + span.literal.text).join("")
        ).split(/<[^<>]*>/),
      );
    else if (ts.isJsxElement(node) || ts.isJsxFragment(node)) texts.push(findTexts(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind));
  return texts;
}

test("no sentence of the interface, of a mail or of an error is longer than 25 words", () => {
  const long = sources.flatMap((name) =>
    readTexts(name)
      .flatMap((text) => longSentences(text))
      .map((sentence) => `${name}: ${sentence.trim()}`),
  );
  expect(long).toEqual([]);
});

test("a sentence is read to its end, across links and placeholders", () => {
  const createSentence = (count: number) => Array.from({ length: count }, () => "word").join(" ");
  expect(longSentences(`${createSentence(25)}. ${createSentence(3)}.`)).toEqual([]);
  expect(longSentences(`${createSentence(20)} [${createSentence(6)}](/faq).`)).toHaveLength(1);
});
