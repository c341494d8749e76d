import {
  type Contributor,
  FEATURED_ARTIST,
  MAIN_ARTIST,
} from "~/domain/submission/record/contributors";
import type { TrackModel } from "../package/release-model";
import { sheetField } from "./sheet-field";
import * as formats from "./sheet-formats";

/** The roles of the catalogue behind the columns that sheets have. */
export const creditRoles = {
  main: [MAIN_ARTIST],
  featuring: [FEATURED_ARTIST],
  composer: ["Songwriter", "Composer"],
  author: ["Songwriter", "Lyricist", "Librettist"],
  remixer: ["Remixer"],
  producer: ["Producer", "Co-Producer", "Additional Producer"],
  arranger: ["Arranger", "Orchestrator"],
  publisher: ["Publisher"],
} as const;

type Roles = readonly string[];

const ARTIST_ROLES: Roles = [MAIN_ARTIST, FEATURED_ARTIST];
/** Whoever has none of these is on no line of their own. */
export const COLUMN_ROLES: Roles = Object.values(creditRoles).flat();

export const namesWith = ({ contributors }: TrackModel, roles: Roles) =>
  contributors
    .filter((person) => person.roles.some((role) => roles.includes(role)))
    .map(({ name }) => name);

/** Everybody who has other roles than these. */
const creditsBeside = ({ contributors }: TrackModel, left: Roles): Contributor[] =>
  contributors.flatMap(({ name, roles }) => {
    const others = roles.filter((role) => !left.includes(role));
    return others.length > 0 ? [{ name, roles: others }] : [];
  });

const people = (names: readonly [string, string], roles: Roles, need?: string) =>
  sheetField(
    "People of a track",
    names,
    formats.list,
    ({ track }) => track && namesWith(track, roles),
    need,
  );

/** The codes of people with a role, each behind its name. */
const codes = (names: readonly [string, string], roles: Roles, code: "isni" | "ipi") =>
  sheetField("People of a track", names, formats.list, ({ track }) =>
    track?.contributors.flatMap((person) =>
      person[code] && person.roles.some((role) => roles.includes(role))
        ? `${person.name} ${person[code]}`
        : [],
    ),
  );

const tracksOf = (names: readonly [string, string], roles: Roles) =>
  sheetField("A person and their tracks", names, formats.places, ({ person }) => {
    const tracks = roles.flatMap((role) => person?.tracks.get(role) ?? []);
    return [...new Set(tracks)].sort((one, other) => one - other);
  });

/** Fields of the people of a track, and of a person on a line of their own. */
export const personFields = {
  credits: sheetField(
    "People of a track",
    [
      "Everybody with their roles",
      "contributors, credits, contributor roles, performers, additional contributors, personnel, other contributors",
    ],
    formats.credits,
    ({ track }) => track && creditsBeside(track, ARTIST_ROLES),
  ),
  artistIsnis: codes(
    ["ISNI of the artists", "isni, artist isni, isnis, artist isnis"],
    ARTIST_ROLES,
    "isni",
  ),
  songwriterIpis: codes(
    ["IPI numbers of the songwriters", "ipi, ipi number, songwriter ipi, composer ipi, writer ipi"],
    creditRoles.composer,
    "ipi",
  ),
  mainArtists: people(
    [
      "Main artists",
      "track main artist, track primary artist, main artists, primary artists, track main artists",
    ],
    creditRoles.main,
  ),
  featuring: people(
    [
      "Featured artists",
      "featuring, featured artist, feat, ft, featured, featuring artist, featuring artists, guest artists, track featured artist",
    ],
    creditRoles.featuring,
  ),
  composers: people(
    [
      "Composers",
      "composer, music by, composer s, track composer, songwriter, songwriters, writer, writers",
    ],
    creditRoles.composer,
    "who wrote the music",
  ),
  authors: people(
    [
      "Authors of the words",
      "author, authors, lyricist, lyricists, words by, lyrics by, author s, lyricist s",
    ],
    creditRoles.author,
    "who wrote the words",
  ),
  remixers: people(["Remixers", "remixer, remixed by, remix artist"], creditRoles.remixer),
  producers: people(["Producers", "producer, produced by, producer s"], creditRoles.producer),
  arrangers: people(["Arrangers", "arranger, arranged by"], creditRoles.arranger),
  musicians: sheetField(
    "People of a track",
    [
      "Other people with their roles",
      "musicians, session musicians, instruments, performers and roles",
    ],
    formats.credits,
    ({ track }) => track && creditsBeside(track, COLUMN_ROLES),
  ),
  publishers: sheetField(
    "People of a track",
    ["Publishers", "publisher, publishing, published by, publisher s"],
    formats.list,
    ({ track }) => (track?.publisher ? [track.publisher] : []),
  ),
  personName: sheetField(
    "A person and their tracks",
    [
      "Name of the person",
      "contributor name, contributor, person, name of contributor, contributor full name",
    ],
    formats.text,
    ({ person }) => person?.name,
    true,
  ),
  personSpotify: sheetField(
    "A person and their tracks",
    ["Spotify profile of the person", "spotify id, contributor spotify id, spotify"],
    formats.spotify,
    ({ person, release }) => (person?.tracks.has(MAIN_ARTIST) ? release.spotifyId : ""),
  ),
  mainOn: tracksOf(
    ["Main artist on", "main artist on tracks, main artist tracks"],
    creditRoles.main,
  ),
  featuringOn: tracksOf(
    ["Featured on", "featuring on tracks, featuring tracks"],
    creditRoles.featuring,
  ),
  composerOn: tracksOf(
    ["Composer of", "composer on tracks, composer tracks"],
    creditRoles.composer,
  ),
  authorOn: tracksOf(
    ["Author of", "author on tracks, author tracks, lyricist on tracks"],
    creditRoles.author,
  ),
  remixerOn: tracksOf(["Remixer of", "remixer on tracks, remixer tracks"], creditRoles.remixer),
  producerOn: tracksOf(
    ["Producer of", "producer on tracks, producer tracks"],
    creditRoles.producer,
  ),
  arrangerOn: tracksOf(
    ["Arranger of", "arranger on tracks, arranger tracks"],
    creditRoles.arranger,
  ),
  publisherOn: tracksOf(
    ["Publisher of", "publisher on tracks, publisher tracks"],
    creditRoles.publisher,
  ),
};
