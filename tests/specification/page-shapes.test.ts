import { expect, test } from "vitest";
import { htmlErrors, htmlFingerprint } from "../support/valid-html";

/* Which pages count as equal for the validator; it must never judge equal pages differently. */

const page = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
const sections = (firstText: string, secondText: string) =>
  page("Two", `<h1 id="a">${firstText}</h1><p id="b">${secondText}</p>`);

test("pages that differ only in texts or field values are equal", () => {
  const createPage = (value: string) =>
    page("A", `<p>By ${value}.</p><input aria-label="Of ${value}" value="${value}">`);
  expect(htmlFingerprint(createPage("Ada 1a2b3c"))).toBe(htmlFingerprint(createPage("Zoë 9f8e7d")));
  expect(htmlFingerprint(sections("Ada", "Bea"))).toBe(htmlFingerprint(sections("Cleo", "Dora")));
});

test.each<[string, string, string]>([
  ["two that say the same, and two that do not", sections("Ada", "Ada"), sections("Ada", "Bea")],
  ["nothing said", sections("Ada", ""), sections("Ada", "Bea")],
  ["nothing but space", sections("Ada", " "), sections("Ada", "Bea")],
  ["nothing typed", page("A", '<img alt="" src="/a">'), page("A", '<img alt="Ada" src="/a">')],
  ["how a character is written", sections("A &amp; B", "C"), sections("A & B", "C")],
  ["which name a character has", sections("A &amp; B", "C"), sections("A &ampersand; B", "C")],
  ["a longer title", page("A", ""), page("A".repeat(80), "")],
  ["another element", page("A", "<b>Ada</b>"), page("A", "<i>Ada</i>")],
  ["another attribute", page("A", '<b id="x">A</b>'), page("A", '<b id="y">A</b>')],
])("%s make pages different", (_, first, second) => {
  expect(htmlFingerprint(first)).not.toBe(htmlFingerprint(second));
});

test("a valid page does not hide the faults of a similar one", async () => {
  expect(await htmlErrors(sections("Ada & Bea", "C").replace("&", "&amp;"))).toEqual([]);
  expect(await htmlErrors(sections("Ada & Bea", "C"))).not.toEqual([]);
  expect(await htmlErrors(sections("", "C"))).not.toEqual([]);
});

const soundPage = (main: string, after = "") =>
  `<!DOCTYPE html><html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>${main}</main></body></html>${after}`;

test.each([
  [
    "an element after the end of the page",
    soundPage("", "<script>1</script>"),
    "nothing-after-body",
  ],
  ["a style in the body", soundPage("<style>p{}</style>"), "style-of-app-shell"],
  ["a button without a type", soundPage("<button>Go</button>"), "no-implicit-button-type"],
  ["a level of headings left out", soundPage("<h3>Below</h3>"), "heading-level"],
  [
    "two options chosen in a list for one",
    soundPage(
      '<select aria-label="Genre"><option selected>A</option><option selected>B</option></select>',
    ),
    "one-chosen-option",
  ],
])("a validator finds %s", async (_, html, rule) => {
  const errors = await htmlErrors(html);
  expect(errors.map((error) => error.split(":")[0])).toEqual([rule]);
});

test("a validator finds nothing in a valid page", async () => {
  expect(await htmlErrors(soundPage('<button type="button">Go</button><h2>Below</h2>'))).toEqual(
    [],
  );
});
