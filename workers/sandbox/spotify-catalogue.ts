import { albumRecords } from "./spotify-albums";
import { barcode, base62Id, isrc, numberFrom } from "./spotify-numbers";
import { artistRecords, type ReleaseRecord, registrants } from "./spotify-records";
import { singleRecords } from "./spotify-singles";

/** An artist of the sandbox's catalogue. */
export interface Artist {
  id: string;
  name: string;
  genres: string[];
  followers: number;
  /** 0 to 100. */
  popularity: number;
}

/** A track of the sandbox's catalogue. */
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

/** An album or single of the sandbox's catalogue. */
export interface Release extends Omit<ReleaseRecord, "artist" | "tracks"> {
  id: string;
  artist: Artist;
  tracks: Track[];
  upc: string;
  popularity: number;
}

const artistsByName = new Map(
  artistRecords.map(({ name, genres }): [string, Artist] => {
    const popularity = numberFrom(`popularity ${name}`, 18, 61);
    const followers = numberFrom(`followers ${name}`, 400, 90_000);
    return [name, { id: base62Id(`artist ${name}`), name, genres, followers, popularity }];
  }),
);

function artistNamed(name: string): Artist {
  const artist = artistsByName.get(name);
  if (!artist) throw new Error(`The catalogue knows no artist named ${name}`);
  return artist;
}

function releaseOf({ artist: name, tracks, ...record }: ReleaseRecord): Release {
  const artist = artistNamed(name);
  const key = `${name} ${record.title}`;
  const release: Release = {
    ...record,
    id: base62Id(`album ${key}`),
    artist,
    tracks: [],
    upc: barcode(key),
    popularity: numberFrom(`popularity ${key}`, 5, artist.popularity),
  };
  const registrant = registrants[record.label] ?? "QZSR5";
  release.tracks = tracks.map((line, index) => {
    const [title = "", guest] = line.split(" | ");
    const own = `${key} ${title}`;
    return {
      id: base62Id(`track ${own}`),
      title,
      number: index + 1,
      artists: guest ? [artist, artistNamed(guest)] : [artist],
      duration: numberFrom(`duration ${own}`, 128_000, 391_000),
      isrc: isrc(registrant, record.date, own),
      popularity: numberFrom(`popularity ${own}`, 0, release.popularity),
      release,
    };
  });
  return release;
}

export const artists: readonly Artist[] = [...artistsByName.values()];
export const releases: readonly Release[] = [...albumRecords, ...singleRecords].map(releaseOf);
export const tracks: readonly Track[] = releases.flatMap((release) => release.tracks);
