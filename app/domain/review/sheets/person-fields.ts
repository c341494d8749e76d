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

const creditsBeside = ({ contributors }: TrackModel, left: Roles): Contributor[] =>
  contributors.flatMap(({ name, roles }) => {
    const others = roles.filter((role) => !left.includes(role));
    return others.length > 0 ? [{ name, roles: others }] : [];
  });

const people = (label: string, roles: Roles, need?: string) =>
  sheetField(
    "People of a track",
    label,
    formats.list,
    ({ track }) => track && namesWith(track, roles),
    need,
  );

/** The codes of people with a role, each behind its name. */
const codes = (label: string, roles: Roles, code: "isni" | "ipi") =>
  sheetField("People of a track", label, formats.list, ({ track }) =>
    track?.contributors.flatMap((person) =>
      person[code] && person.roles.some((role) => roles.includes(role))
        ? `${person.name} ${person[code]}`
        : [],
    ),
  );

const tracksOf = (label: string, roles: Roles) =>
  sheetField("A person and their tracks", label, formats.places, ({ person }) => {
    const tracks = roles.flatMap((role) => person?.tracks.get(role) ?? []);
    return [...new Set(tracks)].sort((one, other) => one - other);
  });

/** Fields of the people of a track, and of a person on a line of their own. */
export const personFields = {
  credits: sheetField(
    "People of a track",
    "Everybody with their roles",
    formats.credits,
    ({ track }) => track && creditsBeside(track, ARTIST_ROLES),
  ),
  artistIsnis: codes("ISNI of the artists", ARTIST_ROLES, "isni"),
  songwriterIpis: codes("IPI numbers of the songwriters", creditRoles.composer, "ipi"),
  mainArtists: people("Main artists", creditRoles.main),
  featuring: people("Featured artists", creditRoles.featuring),
  composers: people("Composers", creditRoles.composer, "who wrote the music"),
  authors: people("Authors of the words", creditRoles.author, "who wrote the words"),
  remixers: people("Remixers", creditRoles.remixer),
  producers: people("Producers", creditRoles.producer),
  arrangers: people("Arrangers", creditRoles.arranger),
  musicians: sheetField(
    "People of a track",
    "Other people with their roles",
    formats.credits,
    ({ track }) => track && creditsBeside(track, COLUMN_ROLES),
  ),
  publishers: sheetField("People of a track", "Publishers", formats.list, ({ track }) =>
    track?.publisher ? [track.publisher] : [],
  ),
  personName: sheetField(
    "A person and their tracks",
    "Name of the person",
    formats.text,
    ({ person }) => person?.name,
    true,
  ),
  personSpotify: sheetField(
    "A person and their tracks",
    "Spotify profile of the person",
    formats.spotify,
    ({ person, release }) => (person?.tracks.has(MAIN_ARTIST) ? release.spotifyId : ""),
  ),
  mainOn: tracksOf("Main artist on", creditRoles.main),
  featuringOn: tracksOf("Featured on", creditRoles.featuring),
  composerOn: tracksOf("Composer of", creditRoles.composer),
  authorOn: tracksOf("Author of", creditRoles.author),
  remixerOn: tracksOf("Remixer of", creditRoles.remixer),
  producerOn: tracksOf("Producer of", creditRoles.producer),
  arrangerOn: tracksOf("Arranger of", creditRoles.arranger),
  publisherOn: tracksOf("Publisher of", creditRoles.publisher),
};
