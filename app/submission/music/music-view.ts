import type { FormValue, FormValues } from "~/forms/read-form";
import type { FieldErrors } from "~/forms/reply";
import { openRolePanels } from "./edit-contributors";
import { type MusicEdit, panelKey } from "./music-edit";
import type { MusicAnswers } from "./music-step";

/** How the music step is shown, beside its answers. */
export interface MusicView {
  /** Keys of the open panels. */
  opened: string[];
  /** See {@link MusicEdit}. */
  focus?: string;
  news?: string;
  question?: MusicEdit["question"];
}

/** The view after an edit: its panel opened or closed, what was said before forgotten. */
export function viewAfter({ opened }: MusicView, edit: MusicEdit): MusicView {
  const { focus, news, question } = edit;
  const open = new Set(opened);
  if (edit.opened) open.add(edit.opened);
  if (edit.closed) open.delete(edit.closed);
  return { opened: [...open], focus, news, question };
}

const group = (value: FormValue | undefined): FormValues =>
  typeof value === "object" && !Array.isArray(value) ? value : {};

/** The panels that were open in a form, by the fields it posted. */
export function openedIn(posted: FormValues, answers: MusicAnswers): string[] {
  const rows = Array.isArray(posted.tracks) ? posted.tracks : [];
  const ofTracks = answers.tracks.flatMap(({ id }, index) => {
    const row = group(rows[index]);
    return [
      ...(group(row.metadata).listed ? [panelKey("contributors", id)] : []),
      ...openRolePanels(group(row.metadata), id),
      ...(row.socialClips ? [panelKey("clips", id)] : []),
    ];
  });
  return posted.catalogueQuery === undefined ? ofTracks : ["catalogue", ...ofTracks];
}

/** The panels in which something is wrong, so that nobody is sent to a field that is not there. */
export function panelsWithErrors(errors: FieldErrors, answers: MusicAnswers): string[] {
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
