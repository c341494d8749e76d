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

/** A line with artist, title, kind, date and label for each release, its tracks below it; albums first. */
const RELEASES = `
Sigrid Vale / Salt on the Sill / album / 2021-10-08 / Harbour Light Records
  Breakwater; Salt on the Sill; The Tide Clock; Marram; Letters to Cobh | The Paper Harbours;
  Kittiwake; Lamp Room; Home by the Low Road
Ødegård & the Lanterns / Nordlys Motel / album / 2019-03-01 / Fjordlys
  Check-In; Vacancy Sign; Nordlys Motel; Måneskinn; Ice Machine; Room 214;
  Snow Chains | Móna Kestrel; Late Checkout; Keys on the Counter
Café Meridiano / Sombra y Sal / album / 2017-06 / Northern Quarter Sound
  Calle del Agua; Sombra y Sal; Media Tarde; La Sobremesa; Naranjos; Un Tren a Cádiz; Vermut
Élodie Marchetti / Minuit Passé / album / 2020-11-13 / Disques du Canal
  Minuit passé; Le dernier métro; Canal; Mensonge blanc; Été indien; Vingt ans après; À demi-mot
Kwabena Asuo-Reid / Market Day / album / 2018-08-17 / Northern Quarter Sound
  Market Day; Trotro Song; Adwoa; Palm Oil Money; Harmattan;
  Brass for Kumasi | Bricklane Dub Society; Sunday Jollof
Móna Kestrel / Thermals / album / 2016 / Fjordlys
  Thermal I; Thermal II; Ridge Lift; Thermal III; Hover; Thermal IV
Low Winter Ensemble / Music for Short Days / album / 2022-11-25 / Fjordlys
  Short Days: I. Frost; Short Days: II. Bare Branches; Short Days: III. Four O'Clock;
  Short Days: IV. Hearth; Nocturne for an Empty Station; Étude for Snow
Bricklane Dub Society / Brick Lane Versions / compilation / 2015-05-22 / Bricklane Pressings
  Beigel Dub; Seven Stars Version; Truman Echo; Sunday Market Skank; Osborn Street Rockers;
  Last Train East
Marigold Freight / Mile Marker 9 / album / 2019-09-13 / Prairie Mile
  Mile Marker 9; Grain Elevator; Two-Lane Gospel; Bluestem; Motel Bible; Good Dog, Long Road;
  Wichita by Dark
Sigrid Vale / Slow Weather / single / 2023-05-19 / Harbour Light Records
  Slow Weather; Rain Account; Hawthorn Line; Slow Weather (Reprise)
Sigrid Vale / Lantern Year / single / 2025-02-14 / Harbour Light Records
  Lantern Year; Lantern Year (Acoustic)
Ødegård & the Lanterns / Tunnelbana / single / 2024-09-06 / Fjordlys
  Tunnelbana
Café Meridiano / Domingo / single / 2022-07-22 / Northern Quarter Sound
  Domingo | Élodie Marchetti; Domingo (Instrumental)
Élodie Marchetti / Papier Carbone / single / 2024-04-26 / Disques du Canal
  Papier carbone
Kwabena Asuo-Reid / Golden Hour Accra / single / 2023-12-01 / Northern Quarter Sound
  Golden Hour Accra | Tāne Hollowell; Golden Hour Accra (Radio Edit)
The Paper Harbours / Fold Here / single / 2022-03-11 / Harbour Light Records
  Fold Here; Ballpoint; Postcode; Envelope Blue; Return to Sender
The Paper Harbours / Origami / single / 2025-06-20 / Harbour Light Records
  Origami
Zoë Tennant-Blythe / Kitchen Recordings / single / 2021-01-29
  Kettle; Your Good Coat; Half a Street Away; Window Seat
Zoë Tennant-Blythe / Good Coat / single / 2024-10-25 / Harbour Light Records
  Good Coat (Band Version)
Halcyon Grid / Night Bus / single / 2020-02-28 / Northern Quarter Sound
  Night Bus; Night Bus (Extended Mix); N29
Halcyon Grid / Substation / single / 2023-08-04 / Northern Quarter Sound
  Substation; Pylon; Grid Reference; Load Shed | Rüya Çelik-Hart
Tāne Hollowell / Even Keel / single / 2024-01-19 / Northern Quarter Sound
  Even Keel; Kind Hands; Sunday Shoes; Even Keel (Live in Session)
Marigold Freight / Freight Song / single / 2025-03-28 / Prairie Mile
  Freight Song | Sigrid Vale
Rüya Çelik-Hart / Soft Launch / single / 2023-02-10
  Soft Launch; Read Receipts
`;

function parseRelease(block: string): ReleaseRecord {
  const [head = "", ...lines] = block.split("\n");
  const [artist = "", title = "", kind = "", date = "", label = ""] = head.split(" / ");
  if (kind !== "album" && kind !== "single" && kind !== "compilation") throw new Error(head);
  const tracks = lines
    .map((line) => line.trim())
    .join(" ")
    .split("; ");
  return { artist, title, kind, date, label, tracks };
}

export const releaseRecords: readonly ReleaseRecord[] = RELEASES.trim()
  .split(/\n(?=\S)/)
  .map(parseRelease);
