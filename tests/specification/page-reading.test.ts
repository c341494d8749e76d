import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { accessibleDescription, accessibleName } from "../support/form-client/accessible-name";
import { findByLabel, findByRole, findByText } from "../support/form-client/finding";
import { drawnText, isVisible } from "../support/form-client/page-reading";

/* How the form client reads a page. Otherwise only journeys would notice mistakes. */

const page = (html: string) => new JSDOM(html, { url: "http://localhost/" }).window.document;
const ids = (elements: readonly Element[]) => elements.map(({ id }) => id);

test.each([
  ["<button>Add<span> a track</span><span aria-hidden=true> +</span></button>", "Add a track"],
  ["<button><p>Night Ferry</p><p>Added</p></button>", "Night Ferry Added"],
  ["<button aria-label='Close'>×</button>", "Close"],
  ["<input type=submit value=Send>", "Send"],
  ["<label>Email <input></label>", "Email"],
  ["<label for=a>City</label><input id=a placeholder=Cork>", "City"],
  ["<span id=x>Track</span><b id=y>1</b><input aria-labelledby='x y'>", "Track 1"],
  [
    "<label><input type=checkbox> Every <input value=6 aria-label=weeks> weeks</label>",
    "Every 6 weeks",
  ],
  ["<fieldset><legend>Clip <i>1</i></legend></fieldset>", "Clip 1"],
  ["<a href=/><img alt=Home></a>", "Home"],
  ["<h2><noscript>No </noscript>script</h2>", "No script"],
])("%s is named %s", (html, name) => {
  const named = page(html).querySelector("button, input, fieldset, a, h2");
  expect(named && accessibleName(named)).toBe(name);
});

test("a field's description is read, hidden or not", () => {
  const html = "<input aria-describedby='a b'><p id=a hidden>A number.</p><p id=b>Or none.</p>";
  const field = page(html).querySelector("input");
  expect(field && accessibleDescription(field)).toBe("A number. Or none.");
});

test("elements that are collapsed, hidden or not rendered count as not visible", () => {
  const { body } = page(`
    <p id=a>A</p> <p id=b hidden>B</p> <div style="display: none"><p id=c>C</p></div>
    <details><summary id=d>D</summary><p id=e>E</p></details>
    <details open><summary id=f>F</summary><p id=g>G</p></details>
    <template><p>H</p></template> <input type=hidden id=i> <dialog><p id=j>J</p></dialog>`);
  expect(ids([...body.querySelectorAll("[id]")].filter(isVisible))).toEqual(["a", "d", "f", "g"]);
  expect(drawnText(body)).toBe("A\nD\nF\nG");
});

test("elements are found by role, label and text as Playwright finds them", () => {
  const document = page(`
    <header id=banner><nav id=nav aria-label=Main></nav></header>
    <main><section id=named aria-label=Notes></section><section id=plain></section>
      <p id=text>Over <b id=bold>100 percent</b></p>
      <label for=exact>Email</label><input id=exact>
      <label for=longer>Email of the label</label><input id=longer type=checkbox role=switch>
      <article><header id=inner></header></article></main>`);
  expect(ids(findByRole(document, "banner"))).toEqual(["banner"]);
  expect(ids(findByRole(document, "region"))).toEqual(["named"]);
  expect(ids(findByRole(document, "switch", { name: "label", checked: false }))).toEqual([
    "longer",
  ]);
  expect(ids(findByText(document, "100 PERCENT"))).toEqual(["bold"]);
  expect(ids(findByText(document, /^Over 100/))).toEqual(["text"]);
  expect(ids(findByLabel(document, "email"))).toEqual(["exact", "longer"]);
  expect(ids(findByLabel(document, "Email", true))).toEqual(["exact"]);
});
