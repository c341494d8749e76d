import { expect, test } from "vitest";
import { boardFields, columnOverride, defaultColumns, parseColumnMap } from "./column-map";
import {
  columnTitle,
  type FoundColumn,
  isSameMap,
  matchColumns,
  toColumnMap,
} from "./match-columns";

const allColumns: FoundColumn[] = boardFields.map((field) => ({
  ...defaultColumns[field],
  title: columnTitle(field),
}));
const without = (...ids: string[]) => allColumns.filter(({ id }) => !ids.includes(id));
const findMatch = (field: string, foundColumns: FoundColumn[], map = defaultColumns) =>
  matchColumns(foundColumns, map).find((match) => match.field === field);

test("all default columns of a board are known", () => {
  const matches = matchColumns(allColumns, defaultColumns);
  expect(matches.every(({ status }) => status === "known")).toBe(true);
  expect(toColumnMap(matches)).toEqual(defaultColumns);
  expect(columnOverride(toColumnMap(matches))).toBe("{}");
});

test.each([
  ["city", { id: "text7", title: "City", type: "text" }],
  ["city", { id: "text7", title: "  CITY ", type: "long_text" }],
  ["replyDueAt", { id: "date4", title: "Reply due date", type: "date" }],
  ["replyDueAt", { id: "date4", title: "Reply due at", type: "date" }],
  ["email", { id: "e_1", title: "E-Mail", type: "email" }],
  ["artworkLink", { id: "files1", title: "Artwork link", type: "file" }],
])("%s is found in the column %j by its title and type", (field, column) => {
  const boardField = boardFields.find((candidate) => candidate === field);
  const foundColumns = [...without(boardField ? defaultColumns[boardField].id : ""), column];
  expect(findMatch(field, foundColumns)).toEqual({ field, status: "found", column });
  const map = toColumnMap(matchColumns(foundColumns, defaultColumns));
  expect(parseColumnMap(columnOverride(map))).toEqual(map);
  expect(findMatch(field, foundColumns, map)).toMatchObject({ status: "known", column });
});

test("of two columns with one title the better type is used, and no column twice", () => {
  const foundColumns = [
    ...without("city"),
    { id: "long1", title: "City", type: "long_text" },
    { id: "short1", title: "city", type: "text" },
  ];
  expect(findMatch("city", foundColumns)).toMatchObject({ column: { id: "short1" } });
});

test("a column of an unsuitable type is distinguished from a missing one", () => {
  const numbers = { id: "status", title: "Status", type: "numbers" };
  expect(findMatch("status", [...without("status"), numbers])).toEqual({
    field: "status",
    status: "unfit",
    column: numbers,
  });
  const people = { id: "people3", title: "Country", type: "people" };
  expect(findMatch("country", [...without("country"), people])).toMatchObject({ status: "unfit" });
  expect(findMatch("city", without("city"))).toEqual({ field: "city", status: "missing" });
  expect(matchColumns([], defaultColumns).every(({ status }) => status === "missing")).toBe(true);
});

test("the status is read from a status column only", () => {
  const text = { id: "text1", title: "Status", type: "text" };
  expect(findMatch("status", [...without("status"), text])).toMatchObject({ status: "unfit" });
});

test("for any board the resulting map can be stored and read back", () => {
  const boards: FoundColumn[][] = [
    [],
    allColumns,
    // Titles that belong to others' ids.
    allColumns.map((column, i) => ({ ...column, title: allColumns[i + 1]?.title ?? "" })),
    allColumns.map((column, i) => ({ ...column, type: i % 2 ? "text" : column.type })),
    allColumns.map((column, i) => ({ ...column, id: `c${i}` })),
  ];
  for (const foundColumns of boards) {
    const map = toColumnMap(matchColumns(foundColumns, defaultColumns));
    expect(isSameMap(parseColumnMap(columnOverride(map)), map)).toBe(true);
    expect(isSameMap(toColumnMap(matchColumns(foundColumns, map)), map)).toBe(true);
  }
});
