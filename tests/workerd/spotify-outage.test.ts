import { afterEach, expect, test } from "vitest";
import { RETRY_AFTER_SECONDS } from "../../workers/sandbox/spotify";
import { callSpotify, failSpotify, uniqueQuery } from "../support/spotify-calls";

afterEach(async () => {
  await failSpotify("none");
});

test("a rate limit is handed on with its wait, at once", async () => {
  await failSpotify("rate-limit");
  const startedAt = Date.now();
  const { status, headers, body } = await callSpotify(`/search/artists?${uniqueQuery()}`);
  expect(status).toBe(429);
  expect(headers.get("Retry-After")).toBe(String(RETRY_AFTER_SECONDS));
  expect(body).toEqual({ success: false, error: "Error searching for artists" });
  expect(Date.now() - startedAt).toBeLessThan(RETRY_AFTER_SECONDS * 1000);
});

test("an outage answers 502, and the next try is answered", async () => {
  await failSpotify("http-500");
  const path = `/search/music?type=album&${uniqueQuery()}`;
  const { status, body } = await callSpotify(path);
  expect(status).toBe(502);
  expect(body).toEqual({ success: false, error: "Error searching for music" });
  expect((await callSpotify(path)).body).toEqual({ success: true, items: [] });
});

test("one token taken back goes unnoticed; one that never works answers 502", async () => {
  await failSpotify("unauthorized");
  expect((await callSpotify(`/search/artists?${uniqueQuery()}`)).status).toBe(200);
  await failSpotify("unauthorized", 2);
  expect((await callSpotify(`/search/artists?${uniqueQuery()}`)).status).toBe(502);
});

test("an empty catalogue finds nothing", async () => {
  await failSpotify("empty");
  expect((await callSpotify("/search/artists?q=marigold%20freight")).body).toEqual({
    success: true,
    artists: [],
  });
});

test("what was answered a moment ago is answered again while Spotify is down", async () => {
  const path = "/search/artists?q=halcyon%20grid";
  const first = await callSpotify(path);
  await failSpotify("http-500", 5);
  expect(await callSpotify(path)).toMatchObject({ status: 200, body: first.body });
});

test("the connection test is for staff, also in a local run", async () => {
  expect(await callSpotify("/test")).toMatchObject({
    status: 403,
    body: { success: false, error: "This page is for the label's staff." },
  });
});

test("a mode that the sandbox does not know is refused", async () => {
  expect((await failSpotify("explode")).status).toBe(400);
});
