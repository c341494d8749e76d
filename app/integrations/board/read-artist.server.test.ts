import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { defaultColumns } from "./column-map";
import { readArtist } from "./read-artist.server";

function readItem(items: unknown[]) {
  const send = async () => Response.json({ data: { items } });
  const monday = { send, token: "t", now: systemClock };
  return readArtist({ monday, boardId: "7", columns: defaultColumns }, "5");
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
  expect(await readItem([item])).toEqual({
    name: "Marit Sund - Demo",
    artist: {
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
  expect(await readItem(items)).toBeUndefined();
});
