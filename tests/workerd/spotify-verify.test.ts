import { expect, test } from "vitest";
import { artists } from "../../workers/sandbox/spotify-catalogue";
import { release } from "../support/sandbox-catalogue";
import { verifyArtist } from "../support/spotify-calls";
import { Visitor } from "../support/visitor";

const artist = artists.find(({ name }) => name === "Élodie Marchetti");
const album = release("Nordlys Motel");

test.each([
  (id: string) => `https://open.spotify.com/artist/${id}`,
  (id: string) => `open.spotify.com/intl-fr/artist/${id}?si=abc`,
  (id: string) => `https://open.spotify.com/embed/artist/${id}`,
  (id: string) => `spotify:artist:${id}`,
])("an artist's link is verified in every form", async (form) => {
  const { status, body } = await verifyArtist({ artistUrl: form(artist?.id ?? "") });
  expect(status).toBe(200);
  expect(body).toEqual({
    valid: true,
    artistName: "Élodie Marchetti",
    artistImage: expect.stringContaining(`/sandbox/spotify/images/${artist?.id}`),
  });
});

const MALFORMED = "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";

test.each([
  [{ artistUrl: "" }, 400, "Please enter a Spotify artist URL"],
  [{}, 400, "Please enter a Spotify artist URL"],
  [{ artistUrl: "Élodie Marchetti" }, 400, MALFORMED],
  [{ artistUrl: `https://open.spotify.com/album/${album.id}` }, 400, MALFORMED],
  [{ artistUrl: "spotify:artist:0000000000000000000000" }, 404, "Could not verify Spotify profile"],
  [{ artistUrl: "spotify:artist:short" }, 404, "Could not verify Spotify profile"],
])("verifying %j answers %d", async (body, status, error) => {
  const answer = await verifyArtist(body);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ valid: false, error });
});

test.each([
  ["no JSON", { "Content-Type": "text/plain" }, "{}", 415],
  ["half of it", { "Content-Type": "application/json" }, '{"artistUrl":', 400],
  ["no text", { "Content-Type": "application/json" }, '{"artistUrl": 7}', 400],
  ["too much", { "Content-Type": "application/json" }, JSON.stringify("x".repeat(70_000)), 413],
])("a refused call says that nothing is valid, too: %s", async (_, headers, body, status) => {
  const reply = await new Visitor().send("/api/spotify/verify/artist", {
    method: "POST",
    headers,
    body,
  });
  expect(reply.status).toBe(status);
  expect(await reply.json()).toEqual({ valid: false, error: expect.any(String) });
});
