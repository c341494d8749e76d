import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine, flag, list, singleLine } from "~/forms/fields";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { assignRowIds } from "~/forms/row-ids";
import {
  checkSongwriter,
  clampShare,
  MAX_SONGWRITERS,
  shareVerdict,
} from "~/submission/music/songwriters";
import type { ReleaseForm } from "~/submission/record/release-form";
import { type TrackTitles, trackIdAt } from "../release-tracks";

const writerSchema = v.object({
  id: singleLine,
  firstName: singleLine,
  lastName: singleLine,
  percentage: v.pipe(singleLine, v.transform(clampShare)),
  email: emailLine,
  /** The artist themselves: they need not be asked. */
  me: flag,
});
export type SplitWriter = v.InferOutput<typeof writerSchema>;

const trackSchema = v.object({ id: singleLine, writers: list(writerSchema, MAX_SONGWRITERS) });

/** Who wrote each track, with which share, and where they are asked, by the names of the fields. */
export const splitsSchema = v.object({ tracks: list(trackSchema, 40) });
export type Splits = v.InferOutput<typeof splitsSchema>;
export type SplitTrack = Splits["tracks"][number];

type Release = Pick<ReleaseForm, "tracks">;

const withWriterIds = (track: SplitTrack): SplitTrack => ({
  ...track,
  writers: assignRowIds(track.writers, "writer"),
});

/** As the submission has them. */
function submitted({ tracks }: Release): Splits {
  return v.parse(splitsSchema, {
    tracks: tracks.map(({ metadata }, index) => ({
      id: trackIdAt(index),
      writers: metadata.soloWork
        ? []
        : metadata.songwriters.map(({ firstName, lastName, percentage }) => ({
            firstName,
            lastName,
            percentage: String(percentage),
          })),
    })),
  });
}

/**
 * What the form starts with: what is saved, else as submitted. What was submitted as solo work has nobody
 * to be asked, whoever a post has named for it.
 */
export function startingSplits(savedSplits: Splits | undefined, form: Release): Splits {
  const tracksById = new Map(savedSplits?.tracks.map((track) => [track.id, track]));
  const tracks = submitted(form).tracks.map((track, index) => {
    const isSolo = form.tracks[index]?.metadata.soloWork;
    return withWriterIds((isSolo ? undefined : tracksById.get(track.id)) ?? track);
  });
  return { tracks };
}

/** The answers in a posted form. What it says nothing of stays as it was in `before`. */
export function readSplits(formValues: FormValues, before: Splits): Splits {
  const splits = v.parse(splitsSchema, formValues);
  const tracksById = new Map(splits.tracks.map((track) => [track.id, track]));
  return { tracks: before.tracks.map((track) => withWriterIds(tracksById.get(track.id) ?? track)) };
}

/** Whether a posted form has any answers. */
export const hasSplits = (formValues: FormValues) => formValues.tracks !== undefined;

/** Adds or takes away a songwriter, as a button asks for it: `add:track-1`, `remove:track-1:writer-2`. */
export function editSplits(splits: Splits, intent: string): Splits | undefined {
  const [deed, trackId, writerId] = intent.split(":");
  if (deed !== "add" && deed !== "remove") return undefined;
  const tracks = splits.tracks.map((track): SplitTrack => {
    if (track.id !== trackId) return track;
    if (deed === "remove")
      return { ...track, writers: track.writers.filter(({ id }) => id !== writerId) };
    const more = v.parse(writerSchema, {});
    return withWriterIds({ ...track, writers: [...track.writers, more].slice(0, MAX_SONGWRITERS) });
  });
  return { tracks };
}

export const writerName = ({ firstName, lastName }: Pick<SplitWriter, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim();

/** What an address is known by. */
export const writerEmailKey = ({ email }: Pick<SplitWriter, "email">) => email.toLowerCase();

/** Whether somebody is to be asked. */
export const needsConfirmation = ({ me, email, percentage }: SplitWriter) =>
  !me && email !== "" && Number(percentage) > 0;

/** What keeps the shares from being asked about, in page order. */
export function checkSplits(splits: Splits, { tracks }: TrackTitles): FieldErrors {
  const errors: FieldErrors = {};
  const several = tracks.length > 1;
  splits.tracks.forEach(({ writers }, index) => {
    const of = several ? `Track ${index + 1}: ` : "";
    const at = (row: number, name: string) => `tracks[${index}].writers[${row}].${name}`;
    writers.forEach((writer, row) => {
      for (const [name, error] of Object.entries(checkSongwriter(writer)))
        errors[at(row, name)] = { ...error, text: of + error.text };
      if (writer.email && !isEmailAddress(writer.email))
        errors[at(row, "email")] = invalidError(`${of}Please enter a valid email address`);
      const twice = writers.findIndex(
        (other) => other.email && writerEmailKey(other) === writerEmailKey(writer),
      );
      if (writer.email && twice < row)
        errors[at(row, "email")] ??= invalidError(`${of}Two songwriters have this email address`);
    });
    const verdict = shareVerdict(writers);
    if (writers.length > 0 && verdict.state !== "done")
      errors[at(0, "percentage")] ??= invalidError(`${of}Songwriters: ${verdict.text}`);
  });
  if (
    Object.keys(errors).length === 0 &&
    !splits.tracks.some((one) => one.writers.some(needsConfirmation))
  )
    errors[firstEmail(splits)] = missingError("Type the email address of a songwriter to ask");
  return errors;
}

function firstEmail({ tracks }: Splits): string {
  const track = tracks.findIndex(({ writers }) => writers.some(({ me }) => !me));
  const row = tracks[track]?.writers.findIndex(({ me }) => !me) ?? 0;
  return `tracks[${Math.max(0, track)}].writers[${Math.max(0, row)}].email`;
}

/** What everybody is asked about, as one text: another split of the same track is another text. */
export function serializeSplit(title: string, { writers }: SplitTrack): string {
  return JSON.stringify([
    title,
    ...writers.map((writer) => [writerName(writer), Number(writer.percentage)]),
  ]);
}

const splitTextSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tupleWithRest([v.string()], v.tuple([v.string(), v.number()])),
);

/** The title and everybody's shares in such a text. */
export function parseSplit(text: string) {
  const [title, ...writers] = v.parse(splitTextSchema, text);
  return { title, writers: writers.map(([name, share]) => ({ name, share })) };
}
