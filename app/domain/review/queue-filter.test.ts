import { expect, test } from "vitest";
import {
  filterQuery,
  ftsQuery,
  parseCursor,
  readFilter,
  searchTerms,
  serializeCursor,
} from "./queue-filter";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("a filter is read from its address and makes the same address again", () => {
  const query = "q=night+ferry&status=in+progress&kind=waiting&overdue=1&mine=1";
  expect(filterQuery(read(query))).toBe(query);
  expect(filterQuery(read(""))).toBe("");
});

test("unknown filters are ignored", () => {
  expect(read("status=exploded&kind=cat&overdue=&after=x")).toEqual({
    q: "",
    status: "",
    kind: "",
    overdue: false,
    mine: false,
  });
  expect(read(`q=${"x".repeat(5_000)}`).q).toHaveLength(100);
});

test.each(["", "x", "0~", "~A", "2x~A", "0'; DROP~A", `0${"x".repeat(60)}~A`])(
  "%j is no cursor",
  (text) => {
    expect(parseCursor(text)).toBeUndefined();
  },
);

test("a cursor is parsed as it was serialized", () => {
  const place = { orderKey: "02026-12-08T00:00:00.000Z", id: "01JABC" };
  expect(parseCursor(serializeCursor(place))).toEqual(place);
});

test("words are told apart by their letters, and quoted for the index", () => {
  expect(searchTerms("U2 o'neill 嵐")).toEqual({ long: ["o neill"], short: ["u2", "嵐"] });
  expect(ftsQuery(['say "hi"', "x"])).toBe('"say ""hi""" "x"');
  expect(ftsQuery(["U2"], "*")).toBe('"U2"*');
});
