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
])("%j makes no link: %s", (text, wrong) => {
  expect(readPastedList(text)).toMatchObject([{ number: 1, wrong }]);
});

test("lines keep their numbers, empty ones fall away, and an address counts once", () => {
  const list = readPastedList("A, a@example.com\r\n\r\nB, A@example.com\rC, c@example.com\n");
  expect(list.map(({ number, wrong }) => [number, wrong])).toEqual([
    [1, undefined],
    [3, "Line 1 has this address already"],
    [4, undefined],
  ]);
});

test("five thousand lines with broken ones among them are read, each with what is wrong", () => {
  const text = Array.from({ length: 5_000 }, (_, at) =>
    at % 10 === 0 ? `broken ${at}` : `Artist ${at}, a${at}@example.com`,
  ).join("\n");
  const list = readPastedList(text);
  expect(list).toHaveLength(5_000);
  expect(list.filter(({ wrong }) => wrong)).toHaveLength(500);
});

test("an invitation needs a name and an address, and an item's id is a number", () => {
  const form = (fields: object) => checkInvitationForm(v.parse(invitationFormSchema, fields));
  expect(Object.keys(form({}))).toEqual(["artistName", "email"]);
  const ada = { artistName: "Ada", email: "ada@example.com" };
  expect(form({ ...ada, mondayItemId: "12" })).toEqual({});
  expect(form({ ...ada, mondayItemId: "x" })).toHaveProperty("mondayItemId");
  expect(form({ ...ada, city: "x".repeat(201) })).toHaveProperty("city");
});
