import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import {
  buildSubmission,
  type ChosenFile,
  defaultSubmitter,
  entryList,
  firstInvalid,
  isSubmitter,
  multipartBody,
  urlEncoded,
} from "../support/form-client/form-submission";

/* What the form client sends, according to the HTML standard; journeys compare it with Chromium. */

const SONG: ChosenFile = { name: "song.wav", type: "audio/wav", bytes: Buffer.from("RIFF") };

/** A page with one form, `f`; `within` is the HTML inside of it, `beside` the HTML outside. */
function page(within: string, { beside = "", attributes = "" } = {}) {
  const html = `<form id="f" ${attributes}>${within}</form>${beside}`;
  const { document } = new JSDOM(html, { url: "http://localhost/step?return=review#top" }).window;
  const [form] = document.forms;
  if (!form) throw new Error("The page has no form.");
  const button = (selector: string) => {
    const found = document.querySelector(selector);
    if (!found || !isSubmitter(found)) throw new Error(`${selector} sends nothing.`);
    return found;
  };
  return { document, form, button };
}

/** Summarises what a form sends. */
function sent(within: string, press?: string, options?: Parameters<typeof page>[1]): string[] {
  const { form, button } = page(within, options);
  const submitter = press === undefined ? undefined : button(press);
  return entryList(form, submitter, new WeakMap()).map(({ name, value }) =>
    typeof value === "string"
      ? `${name}=${value}`
      : `${name}: "${value.name}" ${value.type} ${value.bytes.length}`,
  );
}

test("a field is sent unless it is disabled, unchecked, unnamed or no field", () => {
  expect(
    sent(`
      <input name="a" value="1"> <input value="unnamed"> <input name="" value="unnamed">
      <input name="b" value="2" disabled>
      <input type="checkbox" name="c"> <input type="checkbox" name="d" checked>
      <input type="radio" name="e" value="no"> <input type="radio" name="e" value="yes" checked>
      <input type="button" name="f" value="3"> <input type="reset" name="g" value="4">
      <input type="submit" name="h" value="5"> <button name="i" value="6">Next</button>
      <textarea name="j"></textarea> <input type="hidden" name="k" value="7">
      <output name="l">8</output>`),
  ).toEqual(["a=1", "d=on", "e=yes", "j=", "k=7"]);
});

test("a disabled group sends nothing but what stands in its legend", () => {
  const group = `<fieldset disabled>
      <legend><input name="a" value="1"></legend>
      <legend><input name="b" value="2"></legend>
      <fieldset><input name="c" value="3"></fieldset>
    </fieldset>
    <fieldset><input name="d" value="4"></fieldset>`;
  expect(sent(group)).toEqual(["a=1", "d=4"]);
});

test("a list sends what is chosen in it, as long as that may be chosen", () => {
  const options = `<option value="1">One</option><option selected>Two</option>`;
  expect(sent(`<select name="a">${options}</select>`)).toEqual(["a=Two"]);
  expect(sent(`<select name="a"><option>First</option><option>Other</option></select>`)).toEqual([
    "a=First",
  ]);
  expect(
    sent(`<select name="a" multiple>
      <option selected>1</option><option>2</option><option selected disabled>3</option>
      <option selected>4</option></select>`),
  ).toEqual(["a=1", "a=4"]);
});

test("only the pressed button is sent, at its position", () => {
  const buttons = `<button name="intent" value="back">Back</button>
    <input name="a" value="1"> <button name="intent" value="next">Next</button>
    <button>Unnamed</button>`;
  expect(sent(buttons, "[value=back]")).toEqual(["intent=back", "a=1"]);
  expect(sent(buttons, "[value=next]")).toEqual(["a=1", "intent=next"]);
  expect(sent(buttons, "button:last-of-type")).toEqual(["a=1"]);
  expect(sent(`<input type="image" name="map" alt="">`, "input")).toEqual(["map.x=0", "map.y=0"]);
});

test("a field outside of a form belongs to it by its form attribute, one that names another form does not", () => {
  const beside = `<input form="f" name="b" value="2"> <button form="f" name="c" value="3">Go</button>
    <form id="other"></form>`;
  const within = `<input name="a" value="1"> <input form="other" name="d" value="4">`;
  expect(sent(within, "button", { beside })).toEqual(["a=1", "b=2", "c=3"]);
});

test("a file field sends an empty file when none is chosen, else each chosen file, at its position", () => {
  expect(sent(`<input type="file" name="a"> <input name="b" value="1">`)).toEqual([
    'a: "" application/octet-stream 0',
    "b=1",
  ]);
  const { document, form } = page(`
    <input type="file" name="none" disabled> <input type="file" name="a" multiple>
    <input name="b" value="1"> <input type="file" name="c">`);
  const chosen = new WeakMap<Element, readonly ChosenFile[]>();
  const first = document.querySelector("[name=a]");
  if (first) chosen.set(first, [SONG, { ...SONG, name: "other.wav" }]);
  const entries = entryList(form, undefined, chosen);
  expect(
    entries.map(({ name, value }) => [name, typeof value === "string" ? value : value.name]),
  ).toEqual([
    ["a", "song.wav"],
    ["a", "other.wav"],
    ["b", "1"],
    ["c", ""],
  ]);
});

test("every line break is written as two characters, in both kinds of post", () => {
  const entries = [{ name: "bio", value: "One\nTwo\r\nThree\rFour" }];
  expect(urlEncoded(entries)).toBe("bio=One%0D%0ATwo%0D%0AThree%0D%0AFour");
  const body = Buffer.from(multipartBody(entries)).toString();
  expect(body).toContain('name="bio"\r\n\r\nOne\r\nTwo\r\nThree\r\nFour\r\n--');
});

test("a file name cannot break its header line", () => {
  const entries = [
    { name: 'a"b\nc', value: "1" },
    { name: "file", value: { ...SONG, name: 'so"ng\n.wav' } },
  ];
  const body = Buffer.from(multipartBody(entries)).toString();
  expect(body).toContain('name="a%22b%0D%0Ac"\r\n\r\n1');
  expect(body).toContain('name="file"; filename="so%22ng%0A.wav"\r\nContent-Type: audio/wav\r\n');
});

test("a button says where and how its form is sent, before the form does", () => {
  const attributes = 'action="/save?x=1" method="post" enctype="multipart/form-data"';
  const { form, button } = page(
    `<input name="a" value="1"> <button id="own">Save</button>
     <button id="other" formaction="/other" formenctype="application/x-www-form-urlencoded">Other</button>
     <button id="look" formmethod="get" formaction="/look?old=1" name="q" value="ä b">Look</button>`,
    { attributes },
  );
  const submitBy = (id: string) => buildSubmission(form, button(`#${id}`), new WeakMap());
  expect(submitBy("own")).toMatchObject({ method: "POST", url: "http://localhost/save?x=1" });
  expect(submitBy("own").contentType).toMatch(/^multipart\/form-data; boundary=/);
  const other = submitBy("other");
  expect(other).toMatchObject({
    url: "http://localhost/other",
    contentType: "application/x-www-form-urlencoded",
  });
  expect(Buffer.from(other.body ?? []).toString()).toBe("a=1");
  expect(submitBy("look")).toMatchObject({
    method: "GET",
    url: "http://localhost/look?a=1&q=%C3%A4+b",
  });
});

test("a form that names no address is sent to the page's own, its query included", () => {
  const { form } = page(`<input name="a" value="1">`, { attributes: 'method="post"' });
  const { url } = buildSubmission(form, undefined, new WeakMap());
  expect(url).toBe("http://localhost/step?return=review#top");
});

test("Enter presses the first button that sends, wherever it stands", () => {
  const first = page(
    `<button type="button">No</button><input type="submit" id="x"><button>y</button>`,
  );
  expect(defaultSubmitter(first.form)?.id).toBe("x");
  expect(defaultSubmitter(page(`<button type="reset">No</button>`).form)).toBeUndefined();
});

test("a form is validated before it is sent, unless it or its button has novalidate", () => {
  const field = `<input name="a" required> <input type="file" name="b" required>`;
  const buttons = `<button id="next">Next</button><button id="back" formnovalidate>Back</button>`;
  const { document, form, button } = page(field + buttons);
  const chosen = new WeakMap<Element, readonly ChosenFile[]>();
  const refused = (id: string) =>
    firstInvalid(form, button(`#${id}`), chosen)?.getAttribute("name");
  expect([refused("next"), refused("back")]).toEqual(["a", undefined]);
  document.querySelector("[name=a]")?.setAttribute("value", "1");
  expect(refused("next")).toBe("b");
  const files = document.querySelector("[name=b]");
  if (files) chosen.set(files, [SONG]);
  expect(refused("next")).toBeUndefined();
  const silent = page(field + buttons, { attributes: "novalidate" });
  expect(firstInvalid(silent.form, silent.button("#next"), chosen)).toBeUndefined();
});
