import { asGroup, type FormValues } from "~/forms/read-form";
import type { BulkView } from "./edit-bulk";
import { openRolePanels } from "./edit-contributors";
import { type MusicEdit, panelKey } from "./music-edit";
import type { MusicAnswers } from "./music-step";
import { nextUnfinished } from "./track-summary";

export interface MusicView {
  opened: string[];
  track?: string;
  focus?: string;
  announcement?: MusicEdit["announcement"];
  isShown?: boolean | undefined;
  question?: MusicEdit["question"];
  bulk?: BulkView | undefined;
}

/** Only the names of the fields count here. */
type ErrorsByName = Readonly<Record<string, unknown>>;

export function nextMusicView(
  { opened, track: previousTrack, bulk }: MusicView,
  edit: MusicEdit,
): MusicView {
  const { focus, announcement, isShown, question, track = previousTrack } = edit;
  const open = new Set(opened);
  if (edit.opened) open.add(edit.opened);
  if (edit.closed) open.delete(edit.closed);
  return {
    opened: [...open],
    track,
    focus,
    announcement,
    isShown,
    question,
    bulk: edit.bulk ?? bulk,
  };
}

/** The panels that were open in a posted form. */
export function openedIn(formValues: FormValues, answers: MusicAnswers): string[] {
  const rows = Array.isArray(formValues.tracks) ? formValues.tracks : [];
  const trackPanels = answers.tracks.flatMap(({ id }, index) => {
    const row = asGroup(rows[index]);
    return [
      ...(asGroup(row.metadata).listed ? [panelKey("contributors", id)] : []),
      ...openRolePanels(asGroup(row.metadata), id),
      ...(row.socialClips ? [panelKey("clips", id)] : []),
    ];
  });
  return formValues.catalogueQuery === undefined ? trackPanels : ["catalogue", ...trackPanels];
}

/** The panels with errors, which must be open to show them. */
export function panelsWithErrors(errors: ErrorsByName, answers: MusicAnswers): string[] {
  const keys = Object.keys(errors).flatMap((name) => {
    const [, index, rest = ""] = /^tracks\[(\d+)\]\.(.*)$/.exec(name) ?? [];
    const track = answers.tracks[Number(index)];
    if (!track) return [];
    if (rest.startsWith("socialClips")) return [panelKey("clips", track.id)];
    const listed = rest.startsWith("metadata.") && rest !== "metadata.soloWork";
    return listed ? [panelKey("contributors", track.id)] : [];
  });
  return [...new Set(keys)];
}

export function trackWithErrors(errors: ErrorsByName, { tracks }: MusicAnswers) {
  return tracks.find((_, index) => hasErrors(errors, index))?.id;
}

export function hasErrors(errors: ErrorsByName, index: number): boolean {
  return Object.keys(errors).some((name) => name.startsWith(`tracks[${index}].`));
}

/**
 * The track to open: one with an error, else of the edit or button, else the next incomplete one.
 */
export function trackToOpen(
  answers: MusicAnswers,
  slots: ReadonlySet<string>,
  { errors = {}, intent = "", track }: { errors?: ErrorsByName; intent?: string; track?: string },
): string {
  const isKnown = (id: string) => answers.tracks.some((candidate) => candidate.id === id);
  // `remove-file` names a slot, every other button of a track its id.
  const pressedTrackId = intent.split(":").slice(1).find(isKnown);
  return (
    trackWithErrors(errors, answers) ??
    track ??
    pressedTrackId ??
    nextUnfinished(answers.tracks, slots) ??
    ""
  );
}
