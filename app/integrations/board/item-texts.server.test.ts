import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { defaultColumns } from "./column-map";
import { itemTexts } from "./item-texts.server";

function readItemTexts(items: unknown[]) {
  const fetcher = async () => Response.json({ data: { items } });
  const fields = ["artistName", "email", "country", "listenLink", "city"] as const;
  return itemTexts(
    { send: fetcher, token: "t", now: systemClock },
    "7",
    "5",
    fields,
    defaultColumns,
  );
}
const item = {
  name: "Marit Sund - Demo",
  board: { id: 7 },
  column_values: [
    { id: "artist_name", text: " Marit Sund " },
    { id: "email", text: "write to Marit", email: "marit@example.com" },
    { id: "country", text: "NO", country: { name: "Norway" } },
    { id: "listen_link", text: "demo - https://x.example/demo", url: "https://x.example/demo" },
    { id: "city", text: null },
  ],
};

test("columns are read as what they hold, not as the labels that the board shows for it", async () => {
  expect(await readItemTexts([item])).toEqual({
    name: "Marit Sund - Demo",
    texts: {
      artistName: "Marit Sund",
      email: "marit@example.com",
      country: "Norway",
      listenLink: "https://x.example/demo",
    },
  });
});

test.each([
  ["an item that is not there", []],
  ["an item of another board", [{ ...item, board: { id: "8" } }]],
  ["an item of no board", [{ ...item, board: null }]],
])("%s is none", async (_, items) => {
  expect(await readItemTexts(items)).toBeUndefined();
});
