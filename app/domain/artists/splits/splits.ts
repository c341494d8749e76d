import * as v from "valibot";
import {
  checkSongwriter,
  MAX_SONGWRITERS,
  roundShare,
  shareVerdict,
  songwriterEntries,
} from "~/domain/submission/music/songwriters";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine, flag, list, singleLine } from "~/forms/fields";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { assignRowIds } from "~/forms/row-ids";
import { writtenName } from "~/platform/formats/written-name";
import { type TrackTitles, trackIdAt } from "../release-tracks";

const writerSchema = v.pipe(
  v.object({
    id: singleLine,
    ...songwriterEntries,
    email: emailLine,
    /** The artist, who is not asked. */
    me: flag,
  }),
  v.transform(roundShare),
);
export type SplitWriter = v.InferOutput<typeof writerSchema>;

const trackSchema = v.object({ id: singleLine, writers: list(writerSchema, MAX_SONGWRITERS) });

export const splitsSchema = v.object({ tracks: list(trackSchema, 40) });
export type Splits = v.InferOutput<typeof splitsSchema>;
export type SplitTrack = Splits["tracks"][number];

type Release = Pick<ReleaseForm, "tracks">;

const withWriterIds = (track: SplitTrack): SplitTrack => ({
  ...track,
  writers: assignRowIds(track.writers, "writer"),
});

function submittedSplits({ tracks }: Release): Splits {
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
 * Initial values: the saved ones, else the submitted ones. Solo work has no songwriters to ask,
 * whatever was posted.
 */
export function startingSplits(savedSplits: Splits | undefined, form: Release): Splits {
  const tracksById = new Map(savedSplits?.tracks.map((track) => [track.id, track]));
  const tracks = submittedSplits(form).tracks.map((track, index) => {
    const isSolo = form.tracks[index]?.metadata.soloWork;
    return withWriterIds((isSolo ? undefined : tracksById.get(track.id)) ?? track);
  });
  return { tracks };
}

/** Parses a posted form; tracks it lacks stay as in `before`. */
export function readSplits(formValues: FormValues, before: Splits): Splits {
  const splits = v.parse(splitsSchema, formValues);
  const tracksById = new Map(splits.tracks.map((track) => [track.id, track]));
  return { tracks: before.tracks.map((track) => withWriterIds(tracksById.get(track.id) ?? track)) };
}

export const hasSplits = (formValues: FormValues) => formValues.tracks !== undefined;

/** Applies a button: `add:track-1`, `remove:track-1:writer-2`; undefined for any other. */
export function editSplits(splits: Splits, intent: string): Splits | undefined {
  const [action, trackId, writerId] = intent.split(":");
  if (action !== "add" && action !== "remove") return undefined;
  const tracks = splits.tracks.map((track): SplitTrack => {
    if (track.id !== trackId) return track;
    if (action === "remove")
      return { ...track, writers: track.writers.filter(({ id }) => id !== writerId) };
    const newWriter = v.parse(writerSchema, {});
    return withWriterIds({
      ...track,
      writers: [...track.writers, newWriter].slice(0, MAX_SONGWRITERS),
    });
  });
  return { tracks };
}

export const writerEmailKey = ({ email }: Pick<SplitWriter, "email">) => email.toLowerCase();

export const needsConfirmation = ({ me, email, percentage }: SplitWriter) =>
  !me && email !== "" && Number(percentage) > 0;

/** Errors that keep the questions from being sent, in page order. */
export function checkSplits(splits: Splits, { tracks }: TrackTitles): FieldErrors {
  const errors: FieldErrors = {};
  const isMultiTrack = tracks.length > 1;
  splits.tracks.forEach(({ writers }, index) => {
    const prefix = isMultiTrack ? `Track ${index + 1}: ` : "";
    const fieldName = (row: number, name: string) => `tracks[${index}].writers[${row}].${name}`;
    writers.forEach((writer, row) => {
      for (const [name, error] of Object.entries(checkSongwriter(writer)))
        errors[fieldName(row, name)] = { ...error, text: prefix + error.text };
      if (writer.email && !isEmailAddress(writer.email))
        errors[fieldName(row, "email")] = invalidError(
          `${prefix}Please enter a valid email address`,
        );
      const firstIndex = writers.findIndex(
        (other) => other.email && writerEmailKey(other) === writerEmailKey(writer),
      );
      if (writer.email && firstIndex < row)
        errors[fieldName(row, "email")] ??= invalidError(
          `${prefix}Two songwriters have this email address`,
        );
    });
    const verdict = shareVerdict(writers);
    if (writers.length > 0 && verdict.state !== "done")
      errors[fieldName(0, "percentage")] ??= invalidError(`${prefix}Songwriters: ${verdict.text}`);
  });
  if (
    Object.keys(errors).length === 0 &&
    !splits.tracks.some((splitTrack) => splitTrack.writers.some(needsConfirmation))
  )
    errors[firstEmail(splits)] = missingError("Type the email address of a songwriter to ask");
  return errors;
}

function firstEmail({ tracks }: Splits): string {
  const track = tracks.findIndex(({ writers }) => writers.some(({ me }) => !me));
  const row = tracks[track]?.writers.findIndex(({ me }) => !me) ?? 0;
  return `tracks[${Math.max(0, track)}].writers[${Math.max(0, row)}].email`;
}

/** The title and all shares as JSON. Equal texts mean equal splits. */
export function serializeSplit(title: string, { writers }: SplitTrack): string {
  return JSON.stringify([
    title,
    ...writers.map((writer) => [writtenName(writer), Number(writer.percentage)]),
  ]);
}

const splitTextSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tupleWithRest([v.string()], v.tuple([v.string(), v.number()])),
);

export function parseSplit(text: string) {
  const [title, ...writers] = v.parse(splitTextSchema, text);
  return { title, writers: writers.map(([name, share]) => ({ name, share })) };
}
