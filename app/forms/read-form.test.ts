import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldName, fieldPath, readForm } from "./read-form";

const read = (...entries: [string, string][]) => readForm(entries);

test("names with dots and indexes become nested values", () => {
  expect(
    read(["artistName", "Ada"], ["tracks[0].title", "One"], ["tracks[1].title", "Two"]),
  ).toEqual({
    artistName: "Ada",
    tracks: [{ title: "One" }, { title: "Two" }],
  });
});

test("files are left out", () => {
  expect(readForm([["artwork", new File(["x"], "x.jpg")]])).toEqual({});
});

test("gaps in a list close instead of leaving holes", () => {
  expect(read(["tracks[7].title", "Late"])).toEqual({ tracks: [{ title: "Late" }] });
});

test("two hundred checkboxes of one list are read in their order", () => {
  expect(read(["roles[209]", "Last"], ["roles[3]", "First"])).toEqual({ roles: ["First", "Last"] });
});

test.each(["__proto__.x", "constructor.prototype.x", "a[256]", "a..b", "[0]", "", "a[-1]", "a b"])(
  "the name %j is ignored",
  (name) => {
    expect(read([name, "x"])).toEqual({});
  },
);

test("a name used both as a text and as a list does not throw", () => {
  expect(() => read(["a", "x"], ["a[0]", "y"], ["a.b", "z"], ["a[0].c", "w"])).not.toThrow();
});

test("a text stays as it was posted, for its field to read", () => {
  expect(read(["bio", "one\r\ntwo "])).toEqual({ bio: "one\r\ntwo " });
});

test("any name and value is read without throwing and without touching prototypes", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (entries) => {
      readForm(entries);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
  );
});

test("a path that is read can be written back", () => {
  expect(fieldName(fieldPath("tracks[0].metadata.songwriters[12].firstName") ?? [])).toBe(
    "tracks[0].metadata.songwriters[12].firstName",
  );
});
