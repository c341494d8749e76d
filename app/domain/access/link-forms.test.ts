import * as v from "valibot";
import { expect, test } from "vitest";
import { checkInvitationForm, invitationFormSchema, readPastedList } from "./link-forms";

test.each([
  ["Ada Quill, ada@example.com", "Ada Quill", "ada@example.com"],
  ["Ada Quill\tAda@Example.com", "Ada Quill", "ada@example.com"],
  ["Ada Quill;ada@example.com", "Ada Quill", "ada@example.com"],
  ["Ada Quill <ada@example.com>", "Ada Quill", "ada@example.com"],
  ['"Quill, Ada", ada@example.com', "Quill, Ada", "ada@example.com"],
  ["Crosby, Stills & Nash, csn@example.com", "Crosby, Stills & Nash", "csn@example.com"],
])("%j is read as a name and an address", (text, artistName, email) => {
  expect(readPastedList(text)).toEqual([{ number: 1, text, artistName, email }]);
});

test.each([
  ["ada@example.com", "Artist name is required"],
  ["Ada Quill", "Artist name is required"],
  ["Ada Quill,", "Email is required"],
  ["Ada Quill, ada@", "Please enter a valid email address"],
  [`${"x".repeat(201)}, ada@example.com`, "Artist name must be 200 characters or fewer"],
])("%j makes no link: %s", (text, error) => {
  expect(readPastedList(text)).toMatchObject([{ number: 1, error }]);
});

test("lines keep their numbers, empty ones fall away, and an address counts once", () => {
  const list = readPastedList("A, a@example.com\r\n\r\nB, A@example.com\rC, c@example.com\n");
  expect(list.map(({ number, error }) => [number, error])).toEqual([
    [1, undefined],
    [3, "Line 1 has this address already"],
    [4, undefined],
  ]);
});

test("five thousand lines with broken ones among them are read, each with its error", () => {
  const text = Array.from({ length: 5_000 }, (_, index) =>
    index % 10 === 0 ? `broken ${index}` : `Artist ${index}, a${index}@example.com`,
  ).join("\n");
  const list = readPastedList(text);
  expect(list).toHaveLength(5_000);
  expect(list.filter(({ error }) => error)).toHaveLength(500);
});

test("an invitation needs a name and an address, and an item's id is a number", () => {
  const errors = (fields: object) => checkInvitationForm(v.parse(invitationFormSchema, fields));
  expect(Object.keys(errors({}))).toEqual(["artistName", "email"]);
  const ada = { artistName: "Ada", email: "ada@example.com" };
  expect(errors({ ...ada, boardItemId: "12" })).toEqual({});
  expect(errors({ ...ada, boardItemId: "x" })).toHaveProperty("boardItemId");
  expect(errors({ ...ada, city: "x".repeat(201) })).toHaveProperty("city");
});
