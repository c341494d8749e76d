import { barcode, base62Id, isrc, seededInteger } from "./spotify-ids";
import { artistRecords, type ReleaseRecord, registrants, releaseRecords } from "./spotify-records";

export interface Artist {
  id: string;
  name: string;
  genres: string[];
  followers: number;
  /** 0 to 100. */
  popularity: number;
}

export interface Track {
  id: string;
  title: string;
  /** From 1 on. */
  number: number;
  artists: Artist[];
  /** Milliseconds. */
  duration: number;
  isrc: string;
  popularity: number;
  release: Release;
}

export interface Release extends Omit<ReleaseRecord, "artist" | "tracks"> {
  id: string;
  artist: Artist;
  tracks: Track[];
  upc: string;
  popularity: number;
}

const artistsByName = new Map(
  artistRecords.map(({ name, genres }): [string, Artist] => {
    const popularity = seededInteger(`popularity ${name}`, 18, 61);
    const followers = seededInteger(`followers ${name}`, 400, 90_000);
    return [name, { id: base62Id(`artist ${name}`), name, genres, followers, popularity }];
  }),
);

function findArtist(name: string): Artist {
  const artist = artistsByName.get(name);
  if (!artist) throw new Error(`The catalogue knows no artist named ${name}`);
  return artist;
}

function toRelease({ artist: name, tracks, ...record }: ReleaseRecord): Release {
  const artist = findArtist(name);
  const key = `${name} ${record.title}`;
  const release: Release = {
    ...record,
    id: base62Id(`album ${key}`),
    artist,
    tracks: [],
    upc: barcode(key),
    popularity: seededInteger(`popularity ${key}`, 5, artist.popularity),
  };
  const registrant = registrants[record.label] ?? "QZSR5";
  release.tracks = tracks.map((entry, index) => {
    const [title = "", guest] = entry.split(" | ");
    const trackKey = `${key} ${title}`;
    return {
      id: base62Id(`track ${trackKey}`),
      title,
      number: index + 1,
      artists: guest ? [artist, findArtist(guest)] : [artist],
      duration: seededInteger(`duration ${trackKey}`, 128_000, 391_000),
      isrc: isrc(registrant, record.date, trackKey),
      popularity: seededInteger(`popularity ${trackKey}`, 0, release.popularity),
      release,
    };
  });
  return release;
}

export const artists: readonly Artist[] = [...artistsByName.values()];
export const releases: readonly Release[] = releaseRecords.map(toRelease);
export const tracks: readonly Track[] = releases.flatMap((release) => release.tracks);
