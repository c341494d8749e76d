import { expect, test } from "vitest";
import { artists, releases, tracks } from "./spotify-catalogue";
import { base62Id, withCheckDigit } from "./spotify-ids";
import { spotifyImage } from "./spotify-images";
import { findArtists, findReleases, findTracks } from "./spotify-search";

const names = (hits: { name: string }[]) => hits.map(({ name }) => name);
const titles = (hits: { title: string }[]) => hits.map(({ title }) => title);

test("the catalogue is large enough to page through", () => {
  expect(artists.length).toBeGreaterThanOrEqual(12);
  expect(releases.length).toBeGreaterThanOrEqual(20);
  expect(tracks.length).toBeGreaterThanOrEqual(90);
});

test("ids look like Spotify's, are told apart, and stay the same", () => {
  const ids = [...artists, ...releases, ...tracks].map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(base62Id("artist Sigrid Vale")).toBe(artists[0]?.id);
});

test("ISRCs have their form, the year of the release, and no double", () => {
  for (const { isrc, release } of tracks) {
    expect(isrc).toMatch(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/);
    expect(isrc.slice(5, 7)).toBe(release.date.slice(2, 4));
  }
  expect(new Set(tracks.map(({ isrc }) => isrc)).size).toBe(tracks.length);
});

test("barcodes have 12 or 13 digits, both kinds occur, and their check digits are right", () => {
  const valid = (code: string) => {
    const sum = [...code.padStart(13, "0")].reduce(
      (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
      0,
    );
    return sum % 10 === 0;
  };
  for (const { upc } of releases) expect(valid(upc), upc).toBe(true);
  expect([...new Set(releases.map(({ upc }) => upc.length))].sort()).toEqual([12, 13]);
  // The example of the GS1 manual.
  expect(withCheckDigit("629104150021")).toBe("6291041500213");
});

test("durations are those of songs", () => {
  for (const { duration } of tracks) {
    expect(duration).toBeGreaterThan(90_000);
    expect(duration).toBeLessThan(480_000);
  }
});

test.each([
  ["sigrid", "Sigrid Vale"],
  ["VALE sig", "Sigrid Vale"],
  ["odegard", "Ødegård & the Lanterns"],
  ["ØDEGÅRD", "Ødegård & the Lanterns"],
  ["elodie", "Élodie Marchetti"],
  ["cafe meri", "Café Meridiano"],
  ["celik", "Rüya Çelik-Hart"],
  ["tane", "Tāne Hollowell"],
])("the search %j finds %s, whatever the case and accents", (query, name) => {
  expect(names(findArtists(query))).toContain(name);
});

test("every word has to begin one of the name's", () => {
  expect(findArtists("sigrid nobody")).toEqual([]);
  expect(findArtists("igrid")).toEqual([]);
});

test("the very title comes first, the titles it begins next", () => {
  expect(titles(findTracks("night bus")).slice(0, 2)).toEqual([
    "Night Bus",
    "Night Bus (Extended Mix)",
  ]);
});

test("releases are found by title and artist, tracks by guests too", () => {
  expect(titles(findReleases("vale slow"))).toEqual(["Slow Weather"]);
  expect(titles(findTracks("freight song vale"))).toContain("Freight Song");
});

test("filters narrow a search down", () => {
  const [track] = tracks;
  const [release] = releases;
  if (!track || !release) throw new Error("The catalogue is empty");
  expect(findTracks(`isrc:${track.isrc}`)).toEqual([track]);
  expect(findReleases(`upc:${release.upc}`)).toEqual([release]);
  expect(titles(findTracks('album:"Nordlys Motel" artist:"Ødegård & the Lanterns"'))).toHaveLength(
    9,
  );
  expect(titles(findTracks("track:tunnelbana artist:odegard"))).toEqual(["Tunnelbana"]);
  expect(names(findArtists("artist:marigold"))).toEqual(["Marigold Freight"]);
  const dates = findReleases("year:2019-2021").map(({ date }) => date.slice(0, 4));
  expect([...new Set(dates)].sort()).toEqual(["2019", "2020", "2021"]);
});

test("every artist and release has a drawn image of its own, the same each time", async () => {
  const draw = (id: string, size = "") =>
    spotifyImage(new URL(`http://localhost/sandbox/spotify/images/${id}${size}`));
  const images = await Promise.all([...artists, ...releases].map(({ id }) => draw(id).text()));
  expect(new Set(images).size).toBe(images.length);
  const id = artists[0]?.id ?? "";
  expect(await draw(id).text()).toBe(images[0]);
  expect(draw(id).headers.get("Content-Type")).toBe("image/svg+xml");
  expect(await draw(id, "?size=64").text()).toContain('width="64"');
  expect(draw("nobody").status).toBe(404);
});
