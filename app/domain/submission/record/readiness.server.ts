import { lateClipText, startsAfterTrack } from "~/domain/clips/clip-rules";
import { audioSlot } from "~/domain/uploads/slots";
import { unfinishedText } from "~/domain/uploads/upload-texts";
import type { FieldErrors } from "~/forms/form-reply";
import { checkMusicFully } from "../music/check-music.server";
import { firstReleaseDay } from "../music/early-release";
import type { MusicAnswers } from "../music/music-step";
import { releaseDays, resolveDates } from "../music/release-days";
import { slotFields } from "../music/slot-fields";
import { hasNewMusic } from "../music/upload-type";
import type { Obstacle } from "../run/obstacle";
import { checkAboutStep } from "../steps/about-step";
import type { Answers } from "../steps/answers";
import { checkArtistStep } from "../steps/artist-step";
import type { AnswerStep } from "../steps/steps";

export interface PendingUpload {
  fileName: string;
  /** The stored file that it is to replace. */
  stored?: { uploadId: string; fileName: string };
}

export interface WizardState {
  answers: Answers;
  stored: ReadonlySet<string>;
  sending: ReadonlyMap<string, PendingUpload>;
  /** Of stored files that stay, by slot; a track whose length is unknown has none. */
  trackSeconds: ReadonlyMap<string, number>;
}

/**
 * Whether Review says 'Ready to Submit' (specification, section 5, "Review readiness"). A catalogue
 * transfer needs releases to move; a release date that has come too close does not count.
 */
export function isReady({ answers, stored }: Pick<WizardState, "answers" | "stored">, today: Date) {
  const { artist } = answers;
  const music = answers.music && resolveDates(answers.music, today);
  if (!artist?.artistName || !artist.country || !artist.city || !music) return false;
  if (!hasNewMusic(music)) return music.catalogueItems.length > 0;
  const { full, firstSingle = full } = releaseDays(music);
  return Boolean(
    music.releaseTitle &&
      music.primaryGenre &&
      firstSingle >= firstReleaseDay(music.earlyReleaseRequest, today) &&
      music.tracks.some(({ id }) => stored.has(audioSlot(id))),
  );
}

/**
 * The final validation: all steps again, as days may have passed, every file complete, and every
 * clip within its track, whose file may have been replaced.
 * @returns what prevents submitting, in page order.
 */
export function obstacles(state: WizardState, today: Date): Obstacle[] {
  const { artist, about } = state.answers;
  const music = state.answers.music && resolveDates(state.answers.music, today);
  const foundObstacles: Obstacle[] = [];
  const slots = new Set([...state.stored, ...state.sending.keys()]);
  const addErrors = (step: AnswerStep, errors: FieldErrors | string) => {
    if (typeof errors === "string") foundObstacles.push({ step, text: errors });
    else
      for (const [field, { text }] of Object.entries(errors))
        foundObstacles.push({ step, text, field });
  };
  addErrors("artist", artist ? checkArtistStep(artist) : "Artist Information is missing");
  addErrors("music", music ? checkMusicFully(music, { today, slots }) : "Music Upload is missing");
  foundObstacles.push(...unfinishedFiles(state, music), ...lateClips(state, music));
  addErrors("about", about ? checkAboutStep(about) : "Additional Information is missing");
  return foundObstacles;
}

function unfinishedFiles({ sending }: WizardState, music: MusicAnswers | undefined): Obstacle[] {
  if (music && !hasNewMusic(music)) return [];
  const fields = music && slotFields(music);
  return [...sending].flatMap(([slot, { fileName, stored }]): Obstacle[] => {
    const obstacle = { step: "music", text: unfinishedText(fileName, stored?.fileName) } as const;
    if (!fields) return [obstacle];
    const field = fields.get(slot);
    return field === undefined ? [] : [{ ...obstacle, field, ...(stored && { stays: stored }) }];
  });
}

function lateClips({ trackSeconds }: WizardState, music: MusicAnswers | undefined): Obstacle[] {
  if (!music || !hasNewMusic(music)) return [];
  return music.tracks.flatMap(({ id, socialClipsEnabled, socialClips }, index) => {
    const seconds = trackSeconds.get(audioSlot(id));
    if (!socialClipsEnabled || seconds === undefined) return [];
    return socialClips.flatMap((clip, row): Obstacle[] => {
      if (!startsAfterTrack(clip, seconds)) return [];
      const field = `tracks[${index}].socialClips[${row}].startTime`;
      return [{ step: "music", field, text: lateClipText(clip, row + 1, seconds) }];
    });
  });
}
