import * as v from "valibot";
import type { FormValues } from "~/forms/read-form";
import { assignRowIds } from "~/forms/row-ids";
import { lastOf } from "~/platform/formats/last-of";
import { artistLists } from "./credits";
import { addPerson, personName, postedPersonSchema } from "./known-people";
import type { MusicEdit } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { MAX_SONGWRITERS, splitEvenly } from "./songwriters";
import {
  artistsFullText,
  asSoloWork,
  MAX_ARTISTS,
  normalizeContributors,
  type TrackContributors,
} from "./track-contributors";

/** Shown after the switch to solo work (specification, section 4). */
export const SOLO_NOTICE =
  "Solo work: featured artists, non-featured artists and songwriters were cleared.";

/** Milliseconds the notice is shown (specification, portal, section 4). */
export const NOTICE_MS = 3_000;

export function rolesKey(trackId: string, list: string, rowId: string): string {
  return `roles:${trackId}:${list}:${rowId}`;
}

/** The role panels that were open in a form. @param metadata of the posted track. */
export function openRolePanels(metadata: FormValues, trackId: string): string[] {
  return artistLists.flatMap(({ name }) => {
    const rows = metadata[name];
    if (!Array.isArray(rows)) return [];
    return rows.flatMap((row) => {
      if (typeof row !== "object" || Array.isArray(row) || row.choosing === undefined) return [];
      return typeof row.id === "string" ? [rolesKey(trackId, name, row.id)] : [];
    });
  });
}

interface AddedRow {
  contributors: TrackContributors;
  last: number;
  newId?: string;
  full?: string;
}

function withRow(contributors: TrackContributors, list: string): AddedRow | undefined {
  if (list === "songwriters") {
    const { songwriters } = contributors;
    if (songwriters.length >= MAX_SONGWRITERS)
      return { contributors: contributors, last: songwriters.length - 1 };
    const blank = { id: "", firstName: "", lastName: "", percentage: "" };
    const rows = assignRowIds([...songwriters, blank], "songwriter");
    const next = { ...contributors, soloWork: false, songwriters: rows };
    return { contributors: next, last: songwriters.length };
  }
  const artists = artistLists.find(({ name }) => name === list);
  if (!artists) return undefined;
  const before = contributors[artists.name];
  const full = artistsFullText(artists.name, before.length + 1);
  if (before.length >= MAX_ARTISTS)
    return { contributors: contributors, last: before.length - 1, full };
  const blank = { id: "", firstName: "", surname: "", roles: [] };
  const rows = assignRowIds([...before, blank], artists.prefix);
  const next = { ...contributors, soloWork: false, [artists.name]: rows };
  return { contributors: next, last: before.length, newId: lastOf(rows)?.id, full };
}

function withoutRow(contributors: TrackContributors, list: string, row: string): TrackContributors {
  switch (list) {
    case "featuredArtists":
    case "nonFeaturedArtists":
      return { ...contributors, [list]: contributors[list].filter(({ id }) => id !== row) };
    case "songwriters":
      return {
        ...contributors,
        songwriters: contributors.songwriters.filter(({ id }) => id !== row),
      };
    case "producers":
      return {
        ...contributors,
        producers: contributors.producers.filter((_, index) => String(index) !== row),
      };
    default:
      return contributors;
  }
}

/** The buttons of a track's contributors. @param about the track's id, then list and row. */
export function editContributors(
  verb: string,
  [id = "", list = "", row = "", ...rest]: string[],
  answers: MusicAnswers,
): MusicEdit | undefined {
  const index = answers.tracks.findIndex((track) => track.id === id);
  const contributors = answers.tracks[index]?.metadata;
  const base = `tracks[${index}].metadata`;
  const withMetadata = (metadata: TrackContributors): MusicAnswers => ({
    ...answers,
    tracks: answers.tracks.map((track) => (track.id === id ? { ...track, metadata } : track)),
  });
  if (!contributors) return undefined;
  switch (verb) {
    case "solo":
      // The page announces its notice by itself.
      return { answers: contributors.soloWork ? withMetadata(asSoloWork(contributors)) : answers };
    case "add-row": {
      // They have one field for all.
      if (list === "producers")
        return { answers, opened: `contributors:${id}`, focus: `${base}.newProducer` };
      const result = withRow(contributors, list);
      if (!result) return { answers };
      return {
        answers: withMetadata(result.contributors),
        opened: `contributors:${id}`,
        // Ids are reused: a new row must not show the open panel of a removed one.
        closed: result.newId && rolesKey(id, list, result.newId),
        focus: `${base}.${list}[${result.last}].firstName`,
        announcement:
          contributors.soloWork && !result.contributors.soloWork
            ? "Solo work is off now."
            : result.full,
      };
    }
    case "remove-row":
      return {
        answers: withMetadata(withoutRow(contributors, list, row)),
        focus: `add-${list}-${id}`,
        announcement: "Removed.",
      };
    case "credit": {
      const person = v.safeParse(postedPersonSchema, [list, row, ...rest].join(":"));
      if (!person.success) return { answers };
      const before = normalizeContributors(contributors);
      const result = addPerson(before, person.output);
      return {
        answers: withMetadata(result),
        focus: `add-${person.output.list}-${id}`,
        announcement: result === before ? undefined : `${personName(person.output)} added.`,
      };
    }
    case "add-producer":
      // Reading the form has already added the name.
      return {
        answers,
        focus: `${base}.newProducer`,
        announcement:
          contributors.producers.length > 0
            ? `Producers: ${contributors.producers.join(", ")}.`
            : undefined,
      };
    case "split-evenly": {
      const songwriters = splitEvenly(contributors.songwriters);
      const shares = songwriters.flatMap(({ percentage }) =>
        percentage ? [`${percentage}%`] : [],
      );
      return {
        answers: withMetadata({ ...contributors, songwriters }),
        announcement: `Shares: ${shares.join(", ")}.`,
      };
    }
    default:
      return undefined;
  }
}
