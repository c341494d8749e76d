import { expect, test } from "vitest";
import { boardFields, columnOverride, defaultColumns, parseColumnMap } from "./column-map";
import {
  columnTitle,
  type FoundColumn,
  isSameMap,
  matchColumns,
  toColumnMap,
} from "./match-columns";

const whole: FoundColumn[] = boardFields.map((field) => ({
  ...defaultColumns[field],
  title: columnTitle(field),
}));
const without = (...ids: string[]) => whole.filter(({ id }) => !ids.includes(id));
const placeOf = (field: string, live: FoundColumn[], map = defaultColumns) =>
  matchColumns(live, map).find((place) => place.field === field);

test("a board with the usual columns is known as it stands", () => {
  const places = matchColumns(whole, defaultColumns);
  expect(places.every(({ is }) => is === "known")).toBe(true);
  expect(toColumnMap(places)).toEqual(defaultColumns);
  expect(columnOverride(toColumnMap(places))).toBe("{}");
});

test.each([
  ["city", { id: "text7", title: "City", type: "text" }],
  ["city", { id: "text7", title: "  CITY ", type: "long_text" }],
  ["replyDueAt", { id: "date4", title: "Reply due date", type: "date" }],
  ["replyDueAt", { id: "date4", title: "Reply due at", type: "date" }],
  ["email", { id: "e_1", title: "E-Mail", type: "email" }],
  ["artworkLink", { id: "files1", title: "Artwork link", type: "file" }],
])("%s is found in the column %j by its title and type", (field, column) => {
  const boardField = boardFields.find((one) => one === field);
  const live = [...without(boardField ? defaultColumns[boardField].id : ""), column];
  expect(placeOf(field, live)).toEqual({ field, is: "found", column });
  const map = toColumnMap(matchColumns(live, defaultColumns));
  expect(parseColumnMap(columnOverride(map))).toEqual(map);
  expect(placeOf(field, live, map)).toMatchObject({ is: "known", column });
});

test("of two columns with one title the better type is taken, and no column twice", () => {
  const live = [
    ...without("city"),
    { id: "long1", title: "City", type: "long_text" },
    { id: "short1", title: "city", type: "text" },
  ];
  expect(placeOf("city", live)).toMatchObject({ column: { id: "short1" } });
});

test("a column of a type that cannot hold the field is told apart from one that is not there", () => {
  const numbers = { id: "status", title: "Status", type: "numbers" };
  expect(placeOf("status", [...without("status"), numbers])).toEqual({
    field: "status",
    is: "unfit",
    column: numbers,
  });
  const people = { id: "people3", title: "Country", type: "people" };
  expect(placeOf("country", [...without("country"), people])).toMatchObject({ is: "unfit" });
  expect(placeOf("city", without("city"))).toEqual({ field: "city", is: "missing" });
  expect(matchColumns([], defaultColumns).every(({ is }) => is === "missing")).toBe(true);
});

test("a status that is read back is taken from a status column alone", () => {
  const text = { id: "text1", title: "Status", type: "text" };
  expect(placeOf("status", [...without("status"), text])).toMatchObject({ is: "unfit" });
});

test("whatever a board has, the map that follows can be stored and is the same when read", () => {
  const boards: FoundColumn[][] = [
    [],
    whole,
    // Titles that belong to others' ids.
    whole.map((column, i) => ({ ...column, title: whole[i + 1]?.title ?? "" })),
    whole.map((column, i) => ({ ...column, type: i % 2 ? "text" : column.type })),
    whole.map((column, i) => ({ ...column, id: `c${i}` })),
  ];
  for (const live of boards) {
    const map = toColumnMap(matchColumns(live, defaultColumns));
    expect(isSameMap(parseColumnMap(columnOverride(map)), map)).toBe(true);
    expect(isSameMap(toColumnMap(matchColumns(live, map)), map)).toBe(true);
  }
});
