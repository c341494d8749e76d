import { expect, test } from "vitest";
import {
  filterQuery,
  ftsQuery,
  parseCursor,
  readFilter,
  searchTerms,
  serializeCursor,
  viewOf,
} from "./queue-filter";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("a filter is read from its address and makes the same address again", () => {
  const query =
    "q=night+ferry&view=all&status=in+progress&kind=waiting&type=ep&genre=R%26B%2FSoul&entry=invited&overdue=1&mine=1&findings=1&shortlist=1&snoozed=1&sort=received";
  expect(filterQuery(read(query))).toBe(query);
  expect(filterQuery(read(""))).toBe("");
});

test("unknown filters are ignored", () => {
  const unknown = "view=x&status=exploded&kind=cat&type=x&genre=x&entry=x&sort=x&overdue=&after=x";
  expect(read(unknown)).toEqual({
    q: "",
    view: "",
    status: "",
    kind: "",
    type: "",
    genre: "",
    entry: "",
    overdue: false,
    mine: false,
    findings: false,
    shortlist: false,
    snoozed: false,
    sort: "due",
  });
  expect(read(`q=${"x".repeat(5_000)}`).q).toHaveLength(100);
});

test.each([
  ["", "waiting"],
  ["genre=Folk&sort=received", "waiting"],
  ["view=waiting&status=in+progress&mine=1", "waiting"],
  ["view=waiting&status=approved", "all"],
  ["view=waiting&q=ferry", "all"],
  ["view=waiting-list&overdue=1", "waiting-list"],
  ["view=waiting-list&kind=submission", "all"],
  ["view=artist", "artist"],
  ["view=all", "all"],
  ["q=ferry", "all"],
  ["status=pending", "all"],
  ["kind=waiting", "all"],
  ["overdue=1", "all"],
  ["mine=1", "all"],
  ["view=waiting&snoozed=1", "all"],
])("the filter %j shows the view %s", (query, view) => {
  expect(viewOf(read(query))).toBe(view);
});

test.each(["", "x", "0~", "~A", "2x~A", "0'; DROP~A", `0${"x".repeat(60)}~A`])(
  "%j is no cursor",
  (text) => {
    expect(parseCursor(text)).toBeUndefined();
  },
);

test("a cursor is parsed as it was serialized", () => {
  for (const key of ["02026-12-08T00:00:00.000Z", "2026-12-08T00:00:00.000Z", "2026-12-08"]) {
    const place = { key, id: "01JABC" };
    expect(parseCursor(serializeCursor(place))).toEqual(place);
  }
});

test("words are told apart by their letters, and quoted for the index", () => {
  expect(searchTerms("U2 o'neill 嵐")).toEqual({ long: ["o neill"], short: ["u2", "嵐"] });
  expect(ftsQuery(['say "hi"', "x"])).toBe('"say ""hi""" "x"');
  expect(ftsQuery(["U2"], "*")).toBe('"U2"*');
});
