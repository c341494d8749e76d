import { expect, test } from "vitest";
import { defaultColumns, parseColumnMap } from "./column-map";
import { type Refusal, refusalAdvice } from "./refusal-text";

const columnValues = {
  release_type: { label: "Mixtape" },
  status: { label: "Pending" },
  city: "Cork",
};
const text = (refusal: Partial<Refusal>, columns = defaultColumns) =>
  refusalAdvice(
    { code: "ColumnValueException", message: "", sent: columnValues, ...refusal },
    columns,
  );

test("a label the board lacks is named with its column and field", () => {
  expect(text({ columnId: "release_type" })).toBe(
    'The board has no label "Mixtape" in column release_type (releaseType). Add the label to the column on the board.',
  );
});

test.each(["status", "color"])(
  "where only the type %s is told, every column it may be is named",
  (columnType) => {
    expect(text({ columnType })).toContain(
      '"Mixtape" in column release_type (releaseType), or none "Pending" in column status (status)',
    );
  },
);

test("the labels of a dropdown are named as well", () => {
  const columns = parseColumnMap('{"primaryGenre":{"id":"genre","type":"dropdown"}}');
  const refusal = { columnId: "genre", sent: { genre: { labels: ["Polka"] } } };
  expect(text(refusal, columns)).toContain('"Polka" in column genre (primaryGenre)');
});

test.each([
  [{ code: "InvalidColumnIdException", columnId: "city" }, "no column city (city)"],
  [{ code: "InvalidColumnIdException", columnId: "town" }, "no column town."],
  [{ code: "InvalidColumnIdException" }, "no column of one of the ids sent"],
  [{ columnId: "city" }, "refused the value of column city (city)"],
  [{}, "refused the value of column unknown"],
  [{ code: "NOT_AUTHENTICATED" }, "Set MONDAY_TOKEN"],
  [{ code: "HTTP_403" }, "Set MONDAY_TOKEN"],
  [{ code: "InvalidBoardIdException" }, "Set MONDAY_BOARD_ID"],
  [{ code: "ResourceNotFoundException" }, "no longer on the board"],
  [{ code: "ItemsLimitationException" }, "The board is full"],
  [{ code: "NO_REPLY" }, "look at monday.com's status page"],
  [{ code: "FILE_MISSING" }, "not in storage"],
  [{ code: "SomethingElse" }, "for good"],
])("%j gives advice for staff", (refusal, part) => {
  expect(text(refusal)).toContain(part);
});
