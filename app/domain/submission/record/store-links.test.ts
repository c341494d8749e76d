import * as v from "valibot";
import { expect, test } from "vitest";
import { storeLinksOf, storeLinksSchema } from "./store-links";

const read = (storeLinks: string) => v.safeParse(storeLinksSchema, { storeLinks });
const linksOf = (text: string) => {
  const read_ = read(text);
  if (!read_.success) throw new Error(read_.issues[0].message);
  return storeLinksOf({ storeLinks: JSON.stringify(read_.output.storeLinks) });
};

test.each([
  ["https://open.spotify.com/album/1", "Spotify"],
  ["https://music.apple.com/gb/album/2", "Apple Music"],
  ["music.youtube.com/playlist?list=3", "YouTube Music"],
  ["https://www.youtube.com/watch?v=4", "YouTube"],
  ["https://sigridvale.bandcamp.com/album/5", "Bandcamp"],
  ["https://music.amazon.co.uk/albums/6", "Amazon Music"],
  ["https://listen.tidal.com/album/7", "TIDAL"],
  ["https://www.shop.example/8", "shop.example"],
  // What only looks like one is called by its own host.
  ["https://notspotify.com/9", "notspotify.com"],
  ["https://music.apple.com.evil.example/10", "music.apple.com.evil.example"],
])("%s is called %s", (text, name) => {
  expect(linksOf(text)).toMatchObject([{ name }]);
});

test("links are read from lines, however they end, and empty ones count for nothing", () => {
  const names = linksOf(
    "https://deezer.com/a\r\n\r\n  https://tidal.com/b \rhttps://qobuz.com/c\n",
  );
  expect(names.map(({ name }) => name)).toEqual(["Deezer", "TIDAL", "Qobuz"]);
  expect(linksOf(" \n ")).toEqual([]);
});

test.each([
  ["javascript:alert(1)", "The link is not an address that begins with https://."],
  ["http://deezer.com/a", "The link is not an address that begins with https://."],
  ["https://ada:code@deezer.com/a", "The link is not an address that begins with https://."],
  ["https://tidal.com/a\nnot a link", "Link 2 is not an address that begins with https://."],
  [
    "https://deezer.com/a\nhttps://www.deezer.com/b",
    "Two links lead to Deezer. Leave one of them.",
  ],
  [`https://deezer.com/${"a".repeat(500)}`, "The link has more than 500 characters."],
  [
    Array.from({ length: 13 }, (_, n) => `https://shop${n}.example/a`).join("\n"),
    "Leave 12 links at most.",
  ],
])("%j is refused: %s", (text, sentence) => {
  expect(read(text).issues?.map(({ message }) => message)).toEqual([sentence]);
});
