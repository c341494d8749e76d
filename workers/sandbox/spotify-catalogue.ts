import { albumRecords } from "./spotify-albums";
import { barcode, base62Id, isrc, seededInteger } from "./spotify-ids";
import {
  artistRecords,
  halcyon,
  kwabena,
  lanterns,
  marchetti,
  marigold,
  meridiano,
  paper,
  type ReleaseRecord,
  registrants,
  vale,
} from "./spotify-records";

/** The singles of the sandbox's artists; Spotify counts EPs among them. */
const singleRecords: ReleaseRecord[] = [
  {
    ...vale,
    title: "Slow Weather",
    kind: "single",
    date: "2023-05-19",
    tracks: ["Slow Weather", "Rain Account", "Hawthorn Line", "Slow Weather (Reprise)"],
  },
  {
    ...vale,
    title: "Lantern Year",
    kind: "single",
    date: "2025-02-14",
    tracks: ["Lantern Year", "Lantern Year (Acoustic)"],
  },
  { ...lanterns, title: "Tunnelbana", kind: "single", date: "2024-09-06", tracks: ["Tunnelbana"] },
  {
    ...meridiano,
    title: "Domingo",
    kind: "single",
    date: "2022-07-22",
    tracks: ["Domingo | Élodie Marchetti", "Domingo (Instrumental)"],
  },
  {
    ...marchetti,
    title: "Papier Carbone",
    kind: "single",
    date: "2024-04-26",
    tracks: ["Papier carbone"],
  },
  {
    ...kwabena,
    title: "Golden Hour Accra",
    kind: "single",
    date: "2023-12-01",
    tracks: ["Golden Hour Accra | Tāne Hollowell", "Golden Hour Accra (Radio Edit)"],
  },
  {
    ...paper,
    title: "Fold Here",
    kind: "single",
    date: "2022-03-11",
    tracks: ["Fold Here", "Ballpoint", "Postcode", "Envelope Blue", "Return to Sender"],
  },
  { ...paper, title: "Origami", kind: "single", date: "2025-06-20", tracks: ["Origami"] },
  {
    artist: "Zoë Tennant-Blythe",
    label: "",
    title: "Kitchen Recordings",
    kind: "single",
    date: "2021-01-29",
    tracks: ["Kettle", "Your Good Coat", "Half a Street Away", "Window Seat"],
  },
  {
    artist: "Zoë Tennant-Blythe",
    label: "Harbour Light Records",
    title: "Good Coat",
    kind: "single",
    date: "2024-10-25",
    tracks: ["Good Coat (Band Version)"],
  },
  {
    ...halcyon,
    title: "Night Bus",
    kind: "single",
    date: "2020-02-28",
    tracks: ["Night Bus", "Night Bus (Extended Mix)", "N29"],
  },
  {
    ...halcyon,
    title: "Substation",
    kind: "single",
    date: "2023-08-04",
    tracks: ["Substation", "Pylon", "Grid Reference", "Load Shed | Rüya Çelik-Hart"],
  },
  {
    artist: "Tāne Hollowell",
    label: "Northern Quarter Sound",
    title: "Even Keel",
    kind: "single",
    date: "2024-01-19",
    tracks: ["Even Keel", "Kind Hands", "Sunday Shoes", "Even Keel (Live in Session)"],
  },
  {
    ...marigold,
    title: "Freight Song",
    kind: "single",
    date: "2025-03-28",
    tracks: ["Freight Song | Sigrid Vale"],
  },
  {
    artist: "Rüya Çelik-Hart",
    label: "",
    title: "Soft Launch",
    kind: "single",
    date: "2023-02-10",
    tracks: ["Soft Launch", "Read Receipts"],
  },
];

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
export const releases: readonly Release[] = [...albumRecords, ...singleRecords].map(toRelease);
export const tracks: readonly Track[] = releases.flatMap((release) => release.tracks);
