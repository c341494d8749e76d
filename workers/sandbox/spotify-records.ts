interface ArtistRecord {
  name: string;
  genres: string[];
}

export interface ReleaseRecord {
  artist: string;
  title: string;
  /** As Spotify counts: an EP is an album here, or a single of several tracks. */
  kind: "album" | "single" | "compilation";
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  date: string;
  /** Empty where Spotify names none. */
  label: string;
  /** Titles in order; after " | " the name of another artist who takes part. */
  tracks: string[];
}

/** Country and registrant of each label's recordings. */
export const registrants: Record<string, string> = {
  "Harbour Light Records": "GBHL4",
  "Northern Quarter Sound": "GBNQ7",
  "Disques du Canal": "FRZ4C",
  Fjordlys: "NOF2L",
  "Bricklane Pressings": "GBBP1",
  "Prairie Mile": "USPM9",
  "": "QZSR5",
};

export const artistRecords: ArtistRecord[] = [
  { name: "Sigrid Vale", genres: ["indie folk"] },
  { name: "Ødegård & the Lanterns", genres: ["indie rock"] },
  { name: "Café Meridiano", genres: ["bossa nova", "latin jazz"] },
  { name: "Élodie Marchetti", genres: ["french pop"] },
  { name: "Kwabena Asuo-Reid", genres: ["highlife", "afrobeats"] },
  { name: "The Paper Harbours", genres: ["dream pop"] },
  { name: "Zoë Tennant-Blythe", genres: ["singer-songwriter"] },
  { name: "Móna Kestrel", genres: ["ambient"] },
  { name: "Low Winter Ensemble", genres: ["modern classical"] },
  { name: "Halcyon Grid", genres: ["house", "techno"] },
  { name: "Bricklane Dub Society", genres: ["dub", "reggae"] },
  { name: "Tāne Hollowell", genres: ["neo soul"] },
  { name: "Marigold Freight", genres: ["americana"] },
  { name: "Rüya Çelik-Hart", genres: ["alternative r&b"] },
];

/** Artists as the records name them, each with the label of most of their releases. */
export const vale = { artist: "Sigrid Vale", label: "Harbour Light Records" };
export const lanterns = { artist: "Ødegård & the Lanterns", label: "Fjordlys" };
export const meridiano = { artist: "Café Meridiano", label: "Northern Quarter Sound" };
export const marchetti = { artist: "Élodie Marchetti", label: "Disques du Canal" };
export const kwabena = { artist: "Kwabena Asuo-Reid", label: "Northern Quarter Sound" };
export const paper = { artist: "The Paper Harbours", label: "Harbour Light Records" };
export const ensemble = { artist: "Low Winter Ensemble", label: "Fjordlys" };
export const halcyon = { artist: "Halcyon Grid", label: "Northern Quarter Sound" };
export const dub = { artist: "Bricklane Dub Society", label: "Bricklane Pressings" };
export const marigold = { artist: "Marigold Freight", label: "Prairie Mile" };
