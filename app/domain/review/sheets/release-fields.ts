import { formatGtin } from "~/platform/formats/gtin";
import type { ReleaseModel } from "../package/release-model";
import { sheetField } from "./sheet-field";
import * as formats from "./sheet-formats";
import { territories, territoryDates } from "./territory-formats";

const ofRelease = <T>(
  names: readonly [string, string],
  kind: formats.Kind<T>,
  value: (release: ReleaseModel) => T | undefined,
  need?: true | string,
) => sheetField("Release", names, kind, ({ release }) => value(release), need);

const TYPES = { single: "Single", ep: "EP", lp: "Album" } as const;

const lineText = ({ year, owner }: { year: string; owner: string }) => `${year} ${owner}`.trim();

const isUpc = (gtin: string) => gtin.startsWith("0");

/** Fields of the release, which each of its lines repeats. */
export const releaseFields = {
  releaseArtist: ofRelease(
    [
      "Artist of the release",
      "album artist, release artist, artist, primary artist, main artist, artist name",
    ],
    formats.text,
    ({ artist }) => artist,
    true,
  ),
  releaseTitle: ofRelease(
    ["Release title", "album title, album, release, release name, album name, product title"],
    formats.text,
    ({ title }) => title,
    true,
  ),
  releaseType: ofRelease(
    ["Release type", "release format, product type, album type, format"],
    formats.text,
    ({ type }) => TYPES[type],
  ),
  label: ofRelease(
    ["Label", "album label, label name, record label, imprint"],
    formats.text,
    ({ label }) => label,
    "the name of the label",
  ),
  genre: ofRelease(
    ["Genre", "primary genre, main genre, album genre, track genre, genres, track genres"],
    formats.text,
    ({ genre }) => genre,
    true,
  ),
  subGenre: ofRelease(
    ["Sub-genre", "sub genre, subgenre, secondary genre, genre 2"],
    formats.text,
    ({ subGenre }) => subGenre,
  ),
  releaseDate: ofRelease(
    [
      "Release date",
      "digital release date, album release date, release day, street date, go live date, start date, sale start date, consumer release date",
    ],
    formats.date,
    ({ releaseDate }) => releaseDate,
    true,
  ),
  trackCount: ofRelease(
    ["Number of tracks", "total tracks, tracks, track count, number of tracks"],
    formats.number,
    ({ tracks }) => tracks.length,
  ),
  pYear: ofRelease(
    ["℗ year", "production year, p year, pyear, phonographic year, recording year, p line year"],
    formats.text,
    ({ pLine }) => pLine.year,
    "the year of the recording (℗)",
  ),
  pOwner: ofRelease(
    [
      "℗ owner",
      "p line owner, p owner, p holder, phonographic owner, production owner, p name, p line name, master owner, recording owner",
    ],
    formats.text,
    ({ pLine }) => pLine.owner,
    "who owns the recording (℗)",
  ),
  pLine: ofRelease(
    ["℗ line", "p line, pline, track pline, p line, phonographic copyright, p copyright"],
    formats.text,
    ({ pLine }) => lineText(pLine),
    "the ℗ line: year and owner of the recording",
  ),
  cYear: ofRelease(
    ["© year", "c year, cyear, copyright year, c line year"],
    formats.text,
    ({ cLine }) => cLine.year,
    "the year of the © line",
  ),
  cOwner: ofRelease(
    [
      "© owner",
      "c line owner, c owner, c holder, copyright owner, c name, c line name, copyright holder",
    ],
    formats.text,
    ({ cLine }) => cLine.owner,
    "who owns the artwork and texts (©)",
  ),
  cLine: ofRelease(
    ["© line", "c line, cline, copyright, copyright line, c copyright, album cline"],
    formats.text,
    ({ cLine }) => lineText(cLine),
    "the © line: year and owner",
  ),
  gtin: ofRelease(
    ["UPC or EAN", "upc ean, ean upc, upc or ean, barcode, gtin, release barcode, upc ean code"],
    formats.text,
    ({ gtin }) => formatGtin(gtin),
    "the UPC or EAN",
  ),
  upc: ofRelease(
    ["UPC (12 digits)", "upc, upc code, album upc, upc number"],
    formats.text,
    ({ gtin }) => (isUpc(gtin) ? formatGtin(gtin) : ""),
    "the UPC or EAN",
  ),
  ean: ofRelease(
    ["EAN (13 digits)", "ean, ean code, album ean, ean 13, jan"],
    formats.text,
    ({ gtin }) => (isUpc(gtin) ? "" : gtin),
    "the UPC or EAN",
  ),
  reference: ofRelease(
    [
      "Our reference",
      "release catalog number, release catalogue number, catalog number, catalogue number, catalog id, cat no, product id, reference, internal id, release id",
    ],
    formats.text,
    ({ reference }) => reference,
  ),
  releaseLanguage: ofRelease(
    [
      "Language of the titles",
      "title language, metadata language, release language, language of titles, album language",
    ],
    formats.language,
    ({ language }) => language,
    "the language of the release",
  ),
  territory: ofRelease(
    [
      "Territories",
      "territories to deliver, territory, territories, rights territories, countries, delivery territories, territory restrictions, release territories",
    ],
    territories,
    ({ territory }) => territory,
  ),
  territoryDates: ofRelease(
    ["Territories with their day", "track territory start dates, territory start dates"],
    territoryDates,
    ({ territory, releaseDate }) => ({ territory, date: releaseDate }),
    true,
  ),
  artworkFile: ofRelease(
    [
      "File of the artwork",
      "album art filename, artwork, cover, cover art, artwork filename, artwork file, image, cover filename, cover file name",
    ],
    formats.file,
    ({ artwork }) => artwork?.path,
    "the artwork",
  ),
  spotifyId: ofRelease(
    [
      "Spotify profile of the artist",
      "artist spotify id, primary artist spotify id, spotify artist id, spotify uri, artist spotify url",
    ],
    formats.spotify,
    ({ spotifyId }) => spotifyId,
  ),
  artworkAi: ofRelease(
    ["Artwork made by AI", "artwork ai, ai artwork, cover ai, ai generated artwork"],
    formats.text,
    ({ ai }) => ai?.artwork,
  ),
};
