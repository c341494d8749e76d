/** An invented artist. */
export interface ArtistRecord {
  name: string;
  genres: string[];
}

/** An invented release, as a label would note it down. */
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

/** Nobody of these exists. */
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

const vale = { artist: "Sigrid Vale", label: "Harbour Light Records" };
const lanterns = { artist: "Ødegård & the Lanterns", label: "Fjordlys" };
const meridiano = { artist: "Café Meridiano", label: "Northern Quarter Sound" };
const marchetti = { artist: "Élodie Marchetti", label: "Disques du Canal" };
const kwabena = { artist: "Kwabena Asuo-Reid", label: "Northern Quarter Sound" };
const paper = { artist: "The Paper Harbours", label: "Harbour Light Records" };
const ensemble = { artist: "Low Winter Ensemble", label: "Fjordlys" };
const halcyon = { artist: "Halcyon Grid", label: "Northern Quarter Sound" };
const dub = { artist: "Bricklane Dub Society", label: "Bricklane Pressings" };
const marigold = { artist: "Marigold Freight", label: "Prairie Mile" };

/** What they have released. */
export const releaseRecords: ReleaseRecord[] = [
  {
    ...vale,
    title: "Salt on the Sill",
    kind: "album",
    date: "2021-10-08",
    tracks: [
      "Breakwater",
      "Salt on the Sill",
      "The Tide Clock",
      "Marram",
      "Letters to Cobh | The Paper Harbours",
      "Kittiwake",
      "Lamp Room",
      "Home by the Low Road",
    ],
  },
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
  {
    ...lanterns,
    title: "Nordlys Motel",
    kind: "album",
    date: "2019-03-01",
    tracks: [
      "Check-In",
      "Vacancy Sign",
      "Nordlys Motel",
      "Måneskinn",
      "Ice Machine",
      "Room 214",
      "Snow Chains | Móna Kestrel",
      "Late Checkout",
      "Keys on the Counter",
    ],
  },
  { ...lanterns, title: "Tunnelbana", kind: "single", date: "2024-09-06", tracks: ["Tunnelbana"] },
  {
    ...meridiano,
    title: "Sombra y Sal",
    kind: "album",
    date: "2017-06",
    tracks: [
      "Calle del Agua",
      "Sombra y Sal",
      "Media Tarde",
      "La Sobremesa",
      "Naranjos",
      "Un Tren a Cádiz",
      "Vermut",
    ],
  },
  {
    ...meridiano,
    title: "Domingo",
    kind: "single",
    date: "2022-07-22",
    tracks: ["Domingo | Élodie Marchetti", "Domingo (Instrumental)"],
  },
  {
    ...marchetti,
    title: "Minuit Passé",
    kind: "album",
    date: "2020-11-13",
    tracks: [
      "Minuit passé",
      "Le dernier métro",
      "Canal",
      "Mensonge blanc",
      "Été indien",
      "Vingt ans après",
      "À demi-mot",
    ],
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
    title: "Market Day",
    kind: "album",
    date: "2018-08-17",
    tracks: [
      "Market Day",
      "Trotro Song",
      "Adwoa",
      "Palm Oil Money",
      "Harmattan",
      "Brass for Kumasi | Bricklane Dub Society",
      "Sunday Jollof",
    ],
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
    artist: "Móna Kestrel",
    label: "Fjordlys",
    title: "Thermals",
    kind: "album",
    date: "2016",
    tracks: ["Thermal I", "Thermal II", "Ridge Lift", "Thermal III", "Hover", "Thermal IV"],
  },
  {
    ...ensemble,
    title: "Music for Short Days",
    kind: "album",
    date: "2022-11-25",
    tracks: [
      "Short Days: I. Frost",
      "Short Days: II. Bare Branches",
      "Short Days: III. Four O'Clock",
      "Short Days: IV. Hearth",
      "Nocturne for an Empty Station",
      "Étude for Snow",
    ],
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
    ...dub,
    title: "Brick Lane Versions",
    kind: "compilation",
    date: "2015-05-22",
    tracks: [
      "Beigel Dub",
      "Seven Stars Version",
      "Truman Echo",
      "Sunday Market Skank",
      "Osborn Street Rockers",
      "Last Train East",
    ],
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
    title: "Mile Marker 9",
    kind: "album",
    date: "2019-09-13",
    tracks: [
      "Mile Marker 9",
      "Grain Elevator",
      "Two-Lane Gospel",
      "Bluestem",
      "Motel Bible",
      "Good Dog, Long Road",
      "Wichita by Dark",
    ],
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
