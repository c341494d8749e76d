import { releaseTypeLabels } from "~/domain/submission/record/type-labels";
import { formatGtin } from "~/platform/formats/gtin";
import type { ReleaseModel } from "../package/release-model";
import { sheetField } from "./sheet-field";
import * as formats from "./sheet-formats";
import { territories, territoryDates } from "./territory-formats";

const ofRelease = <T>(
  label: string,
  kind: formats.Kind<T>,
  value: (release: ReleaseModel) => T | undefined,
  need?: true | string,
) => sheetField("Release", label, kind, ({ release }) => value(release), need);

const lineText = ({ year, owner }: { year: string; owner: string }) => `${year} ${owner}`.trim();

const isUpc = (gtin: string) => gtin.startsWith("0");

/** Fields of the release, which each of its lines repeats. */
export const releaseFields = {
  releaseArtist: ofRelease("Artist of the release", formats.text, ({ artist }) => artist, true),
  releaseTitle: ofRelease("Release title", formats.text, ({ title }) => title, true),
  releaseType: ofRelease("Release type", formats.text, ({ type }) => releaseTypeLabels[type]),
  label: ofRelease("Label", formats.text, ({ label }) => label, "the name of the label"),
  genre: ofRelease("Genre", formats.text, ({ genre }) => genre, true),
  subGenre: ofRelease("Sub-genre", formats.text, ({ subGenre }) => subGenre),
  releaseDate: ofRelease("Release date", formats.date, ({ releaseDate }) => releaseDate, true),
  trackCount: ofRelease("Number of tracks", formats.number, ({ tracks }) => tracks.length),
  pYear: ofRelease(
    "℗ year",
    formats.text,
    ({ pLine }) => pLine.year,
    "the year of the recording (℗)",
  ),
  pOwner: ofRelease(
    "℗ owner",
    formats.text,
    ({ pLine }) => pLine.owner,
    "who owns the recording (℗)",
  ),
  pLine: ofRelease(
    "℗ line",
    formats.text,
    ({ pLine }) => lineText(pLine),
    "the ℗ line: year and owner of the recording",
  ),
  cYear: ofRelease("© year", formats.text, ({ cLine }) => cLine.year, "the year of the © line"),
  cOwner: ofRelease(
    "© owner",
    formats.text,
    ({ cLine }) => cLine.owner,
    "who owns the artwork and texts (©)",
  ),
  cLine: ofRelease(
    "© line",
    formats.text,
    ({ cLine }) => lineText(cLine),
    "the © line: year and owner",
  ),
  gtin: ofRelease("UPC or EAN", formats.text, ({ gtin }) => formatGtin(gtin), "the UPC or EAN"),
  upc: ofRelease(
    "UPC (12 digits)",
    formats.text,
    ({ gtin }) => (isUpc(gtin) ? formatGtin(gtin) : ""),
    "the UPC or EAN",
  ),
  ean: ofRelease(
    "EAN (13 digits)",
    formats.text,
    ({ gtin }) => (isUpc(gtin) ? "" : gtin),
    "the UPC or EAN",
  ),
  reference: ofRelease("Our reference", formats.text, ({ reference }) => reference),
  releaseLanguage: ofRelease(
    "Language of the titles",
    formats.language,
    ({ language }) => language,
    "the language of the release",
  ),
  territory: ofRelease("Territories", territories, ({ territory }) => territory),
  territoryDates: ofRelease(
    "Territories with their day",
    territoryDates,
    ({ territory, releaseDate }) => ({ territory, date: releaseDate }),
    true,
  ),
  artworkFile: ofRelease(
    "File of the artwork",
    formats.file,
    ({ artwork }) => artwork?.path,
    "the artwork",
  ),
  spotifyId: ofRelease(
    "Spotify profile of the artist",
    formats.spotify,
    ({ spotifyId }) => spotifyId,
  ),
  artworkAi: ofRelease("Artwork made by AI", formats.text, ({ ai }) => ai?.artwork),
};
