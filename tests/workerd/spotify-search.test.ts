import { expect, test } from "vitest";
import { artists } from "../../workers/sandbox/spotify-catalogue";
import { appUnderTest } from "../support/app-under-test";
import { release } from "../support/sandbox-catalogue";
import { callSpotify, uniqueQuery } from "../support/spotify-calls";
import { Visitor } from "../support/visitor";

const artist = artists.find(({ name }) => name === "Élodie Marchetti");
const album = release("Nordlys Motel");

test("an artist search answers with id, name, url and image", async () => {
  const { status, body } = await callSpotify("/search/artists?q=elodie&limit=8");
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    artists: [
      {
        id: artist?.id,
        name: "Élodie Marchetti",
        url: `https://open.spotify.com/artist/${artist?.id}`,
        image: `${appUnderTest().url}/sandbox/spotify/images/${artist?.id}?size=160`,
      },
    ],
  });
});

test("an image of the sandbox is on the site's own address, where the page may show it", async () => {
  const { body } = await callSpotify("/search/artists?q=elodie");
  const [firstArtist] = body.artists as { image: string }[];
  const { origin, pathname, search } = new URL(firstArtist?.image ?? "");
  expect(origin).toBe(new URL(appUnderTest().url).origin);
  const image = await new Visitor().send(pathname + search);
  expect(image.status).toBe(200);
  expect(image.headers.get("Content-Type")).toBe("image/svg+xml");
});

test.each([
  ["limit=3", 3],
  ["limit=14", 14],
  ["limit=50", 50],
  ["limit=51", 50],
  ["limit=9999", 50],
  ["", 5],
  ["limit=0", 5],
  ["limit=-1", 5],
  ["limit=ten", 5],
  ["limit=2.5", 5],
])("a music search with %j lists %d tracks", async (limit, count) => {
  const { body } = await callSpotify(`/search/music?q=s&type=track&${limit}`);
  expect(body.items).toHaveLength(count);
});

test("a music search lists tracks and albums in the shape the wizard reads", async () => {
  const { body } = await callSpotify("/search/music?q=nordlys%20motel&type=track,album&limit=5");
  const items = body.items as Record<string, unknown>[];
  const date = { release_date: "2019-03-01" };
  expect(items).toContainEqual(
    expect.objectContaining({
      type: "album",
      id: album.id,
      name: "Nordlys Motel",
      artists: [{ name: "Ødegård & the Lanterns" }],
      images: [expect.objectContaining({ url: expect.stringContaining(album.id) })],
      ...date,
    }),
  );
  expect(items[0]).toMatchObject({
    type: "track",
    name: "Nordlys Motel",
    album: { images: [{ url: expect.stringContaining(album.id) }], ...date },
  });
  const albums = await callSpotify("/search/music?q=nordlys&type=album");
  expect((albums.body.items as { type: string }[]).map(({ type }) => type)).toEqual(["album"]);
});

test("a search that finds nothing succeeds with an empty list", async () => {
  expect((await callSpotify(`/search/artists?${uniqueQuery()}`)).body).toEqual({
    success: true,
    artists: [],
  });
  expect((await callSpotify(`/search/music?${uniqueQuery()}`)).body).toEqual({
    success: true,
    items: [],
  });
});

test.each([
  ["/search/artists", "Search query cannot be empty"],
  ["/search/artists?q=%20", "Search query cannot be empty"],
  ["/search/music?q=&type=track", "Search query cannot be empty"],
  ["/search/music?q=night&type=podcast", "Error searching for music"],
])("%s is refused with %j", async (path, error) => {
  const { status, body } = await callSpotify(path);
  expect(status).toBe(400);
  expect(body).toEqual({ success: false, error });
});
