import { Ajv, type ValidateFunction } from "ajv";
import { expect, test } from "vitest";
import contract from "../../tests/fixtures/spotify-schema.json";
import { spotifyApi } from "./spotify-api";
import { artists, releases, tracks } from "./spotify-catalogue";

const ajv = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false });
ajv.addSchema(contract);

function schema(name: keyof typeof contract.$defs): ValidateFunction {
  return ajv.compile({ $ref: `spotify#/$defs/${name}` });
}

async function get(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const request = new Request(`https://api.spotify.com/v1${path}`);
  const response = spotifyApi(request, "http://localhost:8788");
  return { status: response.status, body: await response.json() };
}

async function expectReply(path: string, validate: ValidateFunction, status = 200) {
  const reply = await get(path);
  expect(reply.status, path).toBe(status);
  expect(validate(reply.body), `${path}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  return reply.body;
}

test("the extract of the contract tells good from bad", () => {
  const album = schema("OneAlbum");
  expect(album({ name: "Engine" })).toBe(false);
  const error = schema("Error");
  expect(error({ error: { status: 404, message: "x" } })).toBe(true);
  expect(error({ error: { status: 200, message: "x" } })).toBe(false);
});

test("every artist and every artist's list of albums fits the contract", async () => {
  const artistSchema = schema("OneArtist");
  const list = schema("ArtistAlbums");
  for (const { id } of artists) {
    await expectReply(`/artists/${id}`, artistSchema);
    await expectReply(`/artists/${id}/albums?limit=10&market=GB`, list);
    await expectReply(`/artists/${id}/albums?limit=1&offset=1`, list);
  }
});

test("every album and every track fits the contract", async () => {
  const album = schema("OneAlbum");
  const track = schema("OneTrack");
  for (const { id } of releases) await expectReply(`/albums/${id}?market=GB`, album);
  for (const { id } of tracks) await expectReply(`/tracks/${id}`, track);
});

test("every page of every search fits the contract", async () => {
  const items = schema("SearchItems");
  for (const type of ["artist", "album", "track", "artist,album,track"])
    for (const q of ["a", "sigrid vale", "nothing at all", 'album:"Night Bus"', "year:2023"])
      for (const offset of [0, 10, 1000])
        await expectReply(
          `/search?q=${encodeURIComponent(q)}&type=${type}&limit=10&offset=${offset}`,
          items,
        );
});

test.each([
  ["/search?q=vale&type=artist&limit=11", 400],
  ["/search?q=vale&type=artist&limit=0", 400],
  ["/search?q=vale&type=artist&limit=x", 400],
  ["/search?q=vale&type=artist&offset=1001", 400],
  ["/search?q=&type=artist", 400],
  ["/search?type=artist", 400],
  ["/search?q=vale", 400],
  ["/search?q=vale&type=person", 400],
  ["/search?q=vale&type=artist&market=GBR", 400],
  [`/search?type=artist&q=${"x".repeat(251)}`, 400],
  ["/artists/short", 400],
  ["/artists/0000000000000000000000", 404],
  ["/artists/0000000000000000000000/albums", 404],
  ["/albums/0000000000000000000000", 404],
  ["/tracks/0000000000000000000000", 404],
  ["/artists", 404],
  ["/me", 404],
])("%s is refused with %d, and the error fits the contract", async (path, status) => {
  const body = await expectReply(path, schema("Error"), status);
  expect(body).toMatchObject({ error: { status } });
});

// The contract requires little of tracks and artists, so that a misspelt field would pass it.
test.each([
  ["tracks", tracks[0]?.id, "TrackObject", ["linked_from", "restrictions"]],
  ["artists", artists[0]?.id, "ArtistObject", []],
] as const)(
  "%s carry every field the contract names",
  async (collection, id, name, missingFields) => {
    const body = await get(`/${collection}/${id}`);
    const namedFields = Object.keys(contract.$defs[name].properties);
    const expectedFields = namedFields.filter(
      (field) => !missingFields.some((missing) => missing === field),
    );
    expect(Object.keys(body.body).sort()).toEqual(expectedFields.sort());
  },
);
