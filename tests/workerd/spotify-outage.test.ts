import { afterEach, expect, test } from "vitest";
import { callSpotify, failSpotify } from "../support/spotify-calls";

afterEach(async () => {
  await failSpotify("none");
});

test("what was answered a moment ago is answered again while Spotify is down", async () => {
  const path = "/search/artists?q=halcyon%20grid";
  const first = await callSpotify(path);
  await failSpotify("http-500", 5);
  expect(await callSpotify(path)).toMatchObject({ status: 200, body: first.body });
});
