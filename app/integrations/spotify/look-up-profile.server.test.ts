import { expect, test } from "vitest";
import { spotifyIntent } from "~/domain/submission/steps/spotify-intent";
import type { LogFields } from "~/observability/log";
import { systemClock } from "~/platform/clock";
import { parseSettings } from "~/platform/settings";
import { lookUpProfile } from "./look-up-profile.server";
import { spotifyConnection, spotifyMemory } from "./spotify-connection.server";

const ID = "4Z8W4fKeB5YxbusRsdQVPb";
const PAGE = `https://open.spotify.com/artist/${ID}`;
const upstream = (id: string, name: string) => ({ id, name, images: [] });

/** A Spotify that answers this to everything but the request for a token. */
function spotifyThat(answer: (url: URL) => Response) {
  const urls: URL[] = [];
  return {
    urls,
    send: async (request: Request) => {
      const url = new URL(request.url);
      if (url.pathname === "/api/token") return Response.json({ access_token: "t" });
      urls.push(url);
      return answer(url);
    },
  };
}

const theArtist = () => Response.json(upstream(ID, "Sigrid Vale"));
const artists = (...names: string[]) =>
  Response.json({
    artists: {
      total: names.length,
      items: names.map((name, index) => upstream(`id${index}`, name)),
    },
  });

function press(
  intent: string,
  values: Record<string, string>,
  fetcher?: (request: Request) => Promise<Response>,
  isAllowed = true,
) {
  const lines: LogFields[] = [];
  const settings = parseSettings({
    ENVIRONMENT: "local",
    PUBLIC_URL: "https://portal.example",
    SIGNING_SECRET: "s".repeat(32),
  });
  const parsedIntent = spotifyIntent(intent);
  if (!parsedIntent) throw new Error(`${intent} is no button of the section`);
  const outcome = lookUpProfile(parsedIntent, values, {
    spotify: spotifyConnection(settings, fetcher, spotifyMemory(systemClock), systemClock),
    log: (_level, _event, fields) => void lines.push(fields ?? {}),
    canLookUp: async () => isAllowed,
  });
  return { reply: outcome, lines };
}

test("a search shows 5 artists of those found, and changes nothing that was typed", async () => {
  const { send: fetcher } = spotifyThat(() => artists("1", "2", "3", "4", "5", "6", "7", "8"));
  const values = { spotifyQuery: " vale ", artistName: "Siggy" };
  const { values: after, answer } = await press("search-spotify", values, fetcher).reply;
  expect(after).toBe(values);
  expect(answer.search).toMatchObject({ state: "found", query: "vale" });
  expect(answer.search && "artists" in answer.search && answer.search.artists).toHaveLength(5);
});

test.each(["", "S", " S "])("the query %j is not sent", async (spotifyQuery) => {
  const { send: fetcher, urls } = spotifyThat(() => artists());
  const { answer } = await press("search-spotify", { spotifyQuery }, fetcher).reply;
  expect(answer.search).toEqual({ state: "short", query: spotifyQuery.trim() });
  expect(urls).toEqual([]);
});

test("choosing connects the profile, fills in the artist name and reports the earlier one", async () => {
  const { send: fetcher } = spotifyThat(theArtist);
  const fields = { artistName: "Siggy", city: "Cork", spotifyChoice: "" };
  const { values, answer } = await press(`choose-spotify:${ID}`, fields, fetcher).reply;
  expect(values).toEqual({
    artistName: "Sigrid Vale",
    city: "Cork",
    spotifyChoice: "profile",
    spotifyProfile: PAGE,
    spotifyVerified: ID,
    spotifyArtistName: "Sigrid Vale",
  });
  expect(answer).toEqual({
    check: { state: "verified", id: ID, name: "Sigrid Vale", image: null },
    filled: { name: "Sigrid Vale", before: "Siggy" },
  });
});

test("the name can be put back without asking Spotify", async () => {
  const { send: fetcher, urls } = spotifyThat(theArtist);
  const fields = { artistName: "Sigrid Vale", spotifyProfile: PAGE };
  const { values } = await press("restore-name:Siggy", fields, fetcher).reply;
  expect(values).toEqual({ artistName: "Siggy", spotifyProfile: PAGE });
  expect(urls).toEqual([]);
});

test("a link is verified as it was typed", async () => {
  const { send: fetcher } = spotifyThat(theArtist);
  const fields = { artistName: "Siggy", spotifyProfile: `spotify:artist:${ID}` };
  const { values, answer } = await press("verify-spotify", fields, fetcher).reply;
  expect(values).toEqual({ ...fields, spotifyVerified: ID, spotifyArtistName: "Sigrid Vale" });
  expect(answer.check).toMatchObject({ state: "verified", name: "Sigrid Vale" });
});

test.each([
  ["", "Please enter a Spotify artist URL"],
  [
    `https://open.spotify.com/track/${ID}`,
    "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)",
  ],
])("the link %j gets an error, and is no longer verified", async (spotifyProfile, error) => {
  const { send: fetcher, urls } = spotifyThat(theArtist);
  const fields = { spotifyProfile, spotifyVerified: ID };
  const { values, answer } = await press("verify-spotify", fields, fetcher).reply;
  expect(answer).toEqual({ check: { state: "unverified", error } });
  expect(values).toMatchObject({ spotifyProfile, spotifyVerified: "" });
  expect(urls).toEqual([]);
});

test("disconnecting takes the link away", async () => {
  const fields = { artistName: "Sigrid Vale", spotifyProfile: PAGE, spotifyVerified: ID };
  const { values, answer } = await press("disconnect-spotify", fields).reply;
  expect(values).toMatchObject({
    artistName: "Sigrid Vale",
    spotifyProfile: "",
    spotifyVerified: "",
  });
  expect(answer.check).toEqual({ state: "unverified" });
});

const error = (status: number) => () =>
  Response.json({ error: { status, message: "no" } }, { status });

test.each([
  ["an unknown artist", error(404), "not-found", 0],
  ["a spent quota", error(429), "too-many", 1],
  ["an outage", error(400), "unavailable", 1],
] as const)("%s is shown, logged where it is our problem, and loses nothing", async (...row) => {
  const [, answer, problem, lineCount] = row;
  const { send: fetcher } = spotifyThat(answer);
  const fields = { artistName: "Siggy", spotifyQuery: "vale", spotifyProfile: PAGE };
  const search = press("search-spotify", fields, fetcher);
  expect(await search.reply).toEqual({
    values: fields,
    answer: { search: { state: "failed", problem } },
  });
  expect(search.lines).toHaveLength(lineCount);
  const check = await press("verify-spotify", fields, fetcher).reply;
  expect(check.answer).toEqual({ check: { state: "failed", problem } });
  expect(check.values).toMatchObject(fields);
  const choice = await press(`choose-spotify:${ID}`, fields, fetcher).reply;
  expect(choice.answer).toEqual({ check: { state: "failed", problem } });
  expect(choice.values).toMatchObject({ ...fields, spotifyVerified: "" });
});

test("a visitor who asks too much is told so, and Spotify is not asked", async () => {
  const { send: fetcher, urls } = spotifyThat(theArtist);
  const { reply } = press("verify-spotify", { spotifyProfile: PAGE }, fetcher, false);
  expect((await reply).answer).toEqual({ check: { state: "failed", problem: "too-many" } });
  expect(urls).toEqual([]);
});

test("without a connection to Spotify the section still answers", async () => {
  const { reply } = press("search-spotify", { spotifyQuery: "vale" });
  expect((await reply).answer).toEqual({ search: { state: "failed", problem: "unavailable" } });
});

test("a handle becomes its link, and nothing else changes", async () => {
  const values = { instagramProfile: "@noor.ayad", artistName: "Noor" };
  expect(await press("link-handle:instagramProfile", values).reply).toEqual({
    values: { ...values, instagramProfile: "https://www.instagram.com/noor.ayad" },
    answer: {},
  });
});

test.each(["link-handle:artistName", "link-handle:tiktokProfile", "link-handle:__proto__"])(
  "the button %j changes nothing where there is no handle",
  async (intent) => {
    const values = { instagramProfile: "@noor.ayad", artistName: "@noor" };
    expect((await press(intent, values).reply).values).toEqual(values);
  },
);
