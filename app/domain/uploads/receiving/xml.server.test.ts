import fc from "fast-check";
import { expect, test } from "vitest";
import { readXml, xmlText } from "./s3-replies.server";

test("elements, texts and entities are read, attributes and comments passed over", () => {
  const source = `<?xml version="1.0" encoding="UTF-8"?>
    <!-- of <Error> no meaning -->
    <Result xmlns="http://s3.example/doc/2006-03-01/">
      <Key>a &amp; b &lt;&#233;&#x1F3B5;&gt; &quot;c&apos;</Key><Empty/><Owner id='1'><ID>x</ID></Owner >
    </Result>`;
  const [key, empty, owner] = readXml(source).children;
  expect(key).toEqual({ name: "Key", text: `a & b <é🎵> "c'`, children: [] });
  expect(empty).toEqual({ name: "Empty", text: "", children: [] });
  expect(owner?.children).toEqual([{ name: "ID", text: "x", children: [] }]);
});

test.each([
  ["nothing", ""],
  ["no XML", "Bad gateway"],
  ["an end too early", "<a><b></b>"],
  ["a wrong end tag", "<a><b></a></b>"],
  ["an end tag too many", "<a></a></a>"],
  ["two elements", "<a/><b/>"],
  ["text around it", "<a/>b"],
  ["half a tag", "<a><b</a>"],
  ["an unknown entity", "<a>&nbsp;</a>"],
  ["half an entity", "<a>&amp</a>"],
  ["a sign alone", "<a>a & b</a>"],
  ["a number beyond Unicode", "<a>&#x110000;</a>"],
  ["a document type", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"],
  [
    "a bomb of entities",
    `<!DOCTYPE a [<!ENTITY b "${"c".repeat(99)}">]><a>${"&b;".repeat(99)}</a>`,
  ],
  ["CDATA", "<a><![CDATA[b]]></a>"],
  ["a page of a proxy", "<html><p>Oops<br></html>"],
])("%s is refused", (_, source) => {
  expect(() => readXml(source)).toThrow("The XML cannot be read");
});

test("an endless run of open tags is refused at once, however long", () => {
  expect(() => readXml("<a>".repeat(200_000))).toThrow("The XML cannot be read");
  expect(() => readXml(`<${"a ".repeat(200_000)}`)).toThrow("The XML cannot be read");
});

test("any text that is put into an element is read back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(readXml(`<a>${xmlText(text)}</a>`).text).toBe(text);
    }),
  );
});
