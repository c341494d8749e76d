import { artists, releases, tracks } from "./spotify-catalogue";
import {
  albumObject,
  artistObject,
  discographyAlbum,
  type ImageRoot,
  page,
  simplifiedAlbum,
  trackObject,
} from "./spotify-objects";
import { findArtists, findReleases, findTracks } from "./spotify-search";

/** The limit per page of applications in development mode. */
const MAX_LIMIT = 10;
const DEFAULT_LIMIT = 5;
const MAX_OFFSET = 1000;
const MAX_QUERY = 250;

/** An error as the contract shapes it (ErrorObject). */
export function spotifyError(status: number, message: string, headers?: HeadersInit): Response {
  return Response.json({ error: { status, message } }, { status, headers });
}

/** A parameter as a whole number within bounds; undefined when it is anything else. */
function parseWhole(text: string | null, fallback: number, min: number, max: number) {
  if (text === null) return fallback;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function parsePart({ href, searchParams }: URL) {
  const limit = parseWhole(searchParams.get("limit"), DEFAULT_LIMIT, 1, MAX_LIMIT);
  if (limit === undefined) return spotifyError(400, "Invalid limit");
  const offset = parseWhole(searchParams.get("offset"), 0, 0, MAX_OFFSET);
  if (offset === undefined) return spotifyError(400, "Invalid offset");
  return { url: href, limit, offset };
}

function search(url: URL, root: ImageRoot, isEmpty: boolean): Response {
  const query = url.searchParams.get("q")?.trim() ?? "";
  if (query === "") return spotifyError(400, "No search query");
  if (query.length > MAX_QUERY)
    return spotifyError(400, `Query exceeds maximum length of ${MAX_QUERY} characters`);
  const types = url.searchParams.get("type")?.split(",") ?? [];
  if (types.length === 0) return spotifyError(400, "Missing parameter type");
  const unknown = types.find((type) => !["artist", "album", "track"].includes(type));
  if (unknown !== undefined) return spotifyError(400, `Bad search type field ${unknown}`);
  const part = parsePart(url);
  if (part instanceof Response) return part;
  const findMatches = <T>(find: (text: string) => T[]) => (isEmpty ? [] : find(query));
  return Response.json({
    ...(types.includes("artist") && {
      artists: page(part, findMatches(findArtists), (artist) => artistObject(artist, root)),
    }),
    ...(types.includes("album") && {
      albums: page(part, findMatches(findReleases), (release) => simplifiedAlbum(release, root)),
    }),
    ...(types.includes("track") && {
      tracks: page(part, findMatches(findTracks), (track) => trackObject(track, root)),
    }),
  });
}

function artistAlbums(url: URL, id: string, root: ImageRoot): Response {
  const artist = artists.find((candidate) => candidate.id === id);
  if (!artist) return spotifyError(404, "Resource not found");
  const part = parsePart(url);
  if (part instanceof Response) return part;
  const groups = url.searchParams.get("include_groups")?.split(",");
  const all = releases
    .filter(
      (release) =>
        release.artist === artist || release.tracks.some((t) => t.artists.includes(artist)),
    )
    .map((release) => discographyAlbum(release, artist, root))
    .filter((album) => !groups || groups.includes(album.album_group));
  return Response.json(page(part, all, (item) => item));
}

function itemById<T extends { id: string }>(
  all: readonly T[],
  id: string,
  toObject: (entry: T, root: ImageRoot) => object,
  root: ImageRoot,
): Response {
  const match = all.find((entry) => entry.id === id);
  return match ? Response.json(toObject(match, root)) : spotifyError(404, "Resource not found");
}

/**
 * Imitates GET requests to `https://api.spotify.com/v1` by the published contract.
 * @param isEmpty as if the catalogue were empty: searches find nothing and no id exists.
 */
export function spotifyApi(request: Request, root: ImageRoot, isEmpty = false): Response {
  const url = new URL(request.url);
  const [version, collection, id, list, rest] = url.pathname.split("/").slice(1);
  if (request.method !== "GET" || version !== "v1" || rest !== undefined)
    return spotifyError(404, "Service not found");
  const market = url.searchParams.get("market");
  if (market !== null && !/^[A-Z]{2}$/.test(market))
    return spotifyError(400, "Invalid market code");
  if (collection === "search" && id === undefined) return search(url, root, isEmpty);
  if (id === undefined) return spotifyError(404, "Service not found");
  if (!/^[A-Za-z0-9]{22}$/.test(id)) return spotifyError(400, "Invalid base62 id");
  if (isEmpty) return spotifyError(404, "Resource not found");
  switch (`${collection}/${list ?? ""}`) {
    case "artists/":
      return itemById(artists, id, artistObject, root);
    case "artists/albums":
      return artistAlbums(url, id, root);
    case "albums/":
      return itemById(releases, id, albumObject, root);
    case "tracks/":
      return itemById(tracks, id, trackObject, root);
    default:
      return spotifyError(404, "Service not found");
  }
}
