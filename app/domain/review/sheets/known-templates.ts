import type { LineKind } from "./sheet-field";
import {
  type ColumnField,
  EMPTY,
  FIXED,
  isNeededColumn,
  type NamedTemplate,
  type SheetColumn,
  type TemplateSheet,
} from "./sheet-template";

type KnownColumn = readonly [
  header: string,
  field: ColumnField,
  more?: Partial<Omit<SheetColumn, "field">>,
];

function knownSheet(name: string, line: LineKind, columns: readonly KnownColumn[]): TemplateSheet {
  return {
    ...{ name, line, header: 0, start: 1, rows: [columns.map(([header]) => header)] },
    columns: columns.map(([header, field, more]) => {
      return { field, format: "", text: "", isNeeded: isNeededColumn(header, field), ...more };
    }),
  };
}

const AMERICAN = { format: "MM/DD/YYYY" };

/** Believe's sheet 'Album Extended', as its help pages and its template of 2023 show it. */
const BELIEVE: NamedTemplate = {
  id: "believe",
  name: "Believe (Album Extended)",
  sheets: [
    knownSheet("Album Extended", "track", [
      ["Track number", "trackNumber"],
      ["Track title", "trackTitle"],
      ["Mixtitle / Version", "version"],
      ["CD number", "discNumber"],
      ["Release title", "releaseTitle"],
      ["Label", "label"],
      ["Production year", "pYear"],
      ["℗ line (P line)", "pOwner"],
      ["© line (C line)", "cOwner"],
      ["Genre", "genre"],
      ["Sub Genre", "subGenre"],
      ["Tracktype", FIXED, { text: "ORIGINAL" }],
      ["Lyrics language", "trackLanguage"],
      ["Title language", "releaseLanguage"],
      ["Parental advisory", "explicit", { format: "yes-no-clean" }],
      ["Territories to deliver", "territory", { format: "plus-minus" }],
      ["Release price tier (optional)", EMPTY],
      ["Track price tier", EMPTY],
      ["Digital release date (MM/DD/YYYY)", "releaseDate", AMERICAN],
      ["Original release date (MM/DD/YYYY)", "trackDate", AMERICAN],
      ["Preview start (optional)", EMPTY],
      ["ISRC Code (Leave blank if you want Believe to generate it)", "isrc"],
      ["UPC Code (optional)", "upc"],
      ["EAN Code (optional)", "ean"],
      ["GRID (optional)", EMPTY],
      ["Release catalog number (optional)", "reference"],
      ["Track catalog number (optional)", "trackId"],
      ["Commercial description in English (optional, 1 per release)", EMPTY],
      ["Commercial description in other language (optional, 1 per release)", EMPTY],
    ]),
    knownSheet("Contributors", "person", [
      ["Release title", "releaseTitle"],
      ["Contributor Name", "personName"],
      ["Main artist on tracks:", "mainOn"],
      ["Featuring on tracks:", "featuringOn"],
      ["Composer on tracks:", "composerOn"],
      ["Author on tracks:", "authorOn"],
      ["Remixer on tracks:", "remixerOn"],
      ["Producer on tracks:", "producerOn"],
      ["Arranger on tracks:", "arrangerOn"],
      ["Publisher on tracks:", "publisherOn"],
      ["Spotify ID", "personSpotify", { format: "id" }],
      ["Apple Music ID", EMPTY],
    ]),
  ],
};

/** Mixbank's header, for which a release has an EAN or a UPC. */
const MIXBANK: NamedTemplate = {
  id: "mixbank",
  name: "Mixbank",
  sheets: [
    knownSheet("Mixbank", "track", [
      ["album_artist", "releaseArtist"],
      ["album_title", "releaseTitle"],
      ["album_grid", EMPTY],
      ["album_ean", "ean"],
      ["album_upc", "upc"],
      ["album_release_date", "releaseDate"],
      ["album_label", "label"],
      ["album_art_filename", "artworkFile"],
      ["track_number", "trackNumber"],
      ["track_title", "fullTitle"],
      ["track_filename", "trackFile"],
      ["track_custom_id", "trackId"],
      ["track_artist", "trackArtist"],
      ["track_genres", "genre"],
      ["track_isrc", "isrc"],
      ["track_pline", "pLine"],
      ["track_territory_start_dates", "territoryDates"],
      ["track_explicit_lyrics", "explicit", { format: "yes-no-small" }],
    ]),
  ],
};

/** Templates that come ready, by published columns. */
export const knownTemplates: readonly NamedTemplate[] = [BELIEVE, MIXBANK];
