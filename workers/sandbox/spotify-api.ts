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

/** Applications in development mode get no more per page. */
const MAX_LIMIT = 10;
const DEFAULT_LIMIT = 5;
const MAX_OFFSET = 1000;
const MAX_QUERY = 250;

/** An error as the contract shapes it (ErrorObject). */
export function spotifyError(status: number, message: string, headers?: HeadersInit): Response {
  return Response.json({ error: { status, message } }, { status, headers });
}

/** A parameter as a whole number within bounds; undefined when it is anything else. */
function whole(text: string | null, otherwise: number, min: number, max: number) {
  if (text === null) return otherwise;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** The part of a list that is asked for, or the refusal of a limit, offset or market. */
function partOf({ href, searchParams }: URL) {
  const limit = whole(searchParams.get("limit"), DEFAULT_LIMIT, 1, MAX_LIMIT);
  if (limit === undefined) return spotifyError(400, "Invalid limit");
  const offset = whole(searchParams.get("offset"), 0, 0, MAX_OFFSET);
  if (offset === undefined) return spotifyError(400, "Invalid offset");
  return { url: href, limit, offset };
}

function search(url: URL, root: ImageRoot, nothing: boolean): Response {
  const query = url.searchParams.get("q")?.trim() ?? "";
  if (query === "") return spotifyError(400, "No search query");
  if (query.length > MAX_QUERY)
    return spotifyError(400, `Query exceeds maximum length of ${MAX_QUERY} characters`);
  const types = url.searchParams.get("type")?.split(",") ?? [];
  if (types.length === 0) return spotifyError(400, "Missing parameter type");
  const unknown = types.find((type) => !["artist", "album", "track"].includes(type));
  if (unknown !== undefined) return spotifyError(400, `Bad search type field ${unknown}`);
  const part = partOf(url);
  if (part instanceof Response) return part;
  const matchesOf = <T>(find: (text: string) => T[]) => (nothing ? [] : find(query));
  return Response.json({
    ...(types.includes("artist") && {
      artists: page(part, matchesOf(findArtists), (artist) => artistObject(artist, root)),
    }),
    ...(types.includes("album") && {
      albums: page(part, matchesOf(findReleases), (release) => simplifiedAlbum(release, root)),
    }),
    ...(types.includes("track") && {
      tracks: page(part, matchesOf(findTracks), (track) => trackObject(track, root)),
    }),
  });
}

function artistAlbums(url: URL, id: string, root: ImageRoot): Response {
  const artist = artists.find((candidate) => candidate.id === id);
  if (!artist) return spotifyError(404, "Resource not found");
  const part = partOf(url);
  if (part instanceof Response) return part;
  const groups = url.searchParams.get("include_groups")?.split(",");
  const all = releases
    .filter((release) => release.artist === artist || release.tracks.some((t) => t.artists.includes(artist)))
    .map((release) => discographyAlbum(release, artist, root))
    .filter((album) => !groups || groups.includes(album.album_group));
  return Response.json(page(part, all, (item) => item));
}

/** One thing by its id, or why there is none. */
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
 * Answers GET requests to `https://api.spotify.com/v1` after the published contract.
 * @param nothing as if the catalogue were empty: searches find nothing and no id is known.
 */
export function spotifyApi(request: Request, root: ImageRoot, nothing = false): Response {
  const url = new URL(request.url);
  const [version, room, id, list, more] = url.pathname.split("/").slice(1);
  if (request.method !== "GET" || version !== "v1" || more !== undefined)
    return spotifyError(404, "Service not found");
  const market = url.searchParams.get("market");
  if (market !== null && !/^[A-Z]{2}$/.test(market))
    return spotifyError(400, "Invalid market code");
  if (room === "search" && id === undefined) return search(url, root, nothing);
  if (id === undefined) return spotifyError(404, "Service not found");
  if (!/^[A-Za-z0-9]{22}$/.test(id)) return spotifyError(400, "Invalid base62 id");
  if (nothing) return spotifyError(404, "Resource not found");
  switch (`${room}/${list ?? ""}`) {
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
