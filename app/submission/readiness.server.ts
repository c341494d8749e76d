import { audioSlot } from "~/uploads/slots";
import { checkAboutStep } from "./about-step";
import { checkArtistStep } from "./artist-step";
import { checkMusicStep } from "./check-music";
import type { Answers } from "./draft";
import { hasNewMusic, slotsInUse } from "./music-step";
import type { Obstacle } from "./obstacle";
import type { AnswerStep } from "./steps";

/** What the wizard holds at its end. */
export interface WizardState {
  answers: Answers;
  /** Slots whose file lies complete in the bucket. */
  stored: ReadonlySet<string>;
  /** Files that have not fully arrived: slot to file name. */
  sending: ReadonlyMap<string, string>;
}

/**
 * Whether Review may say 'Ready to Submit' (specification, section 5, "Review readiness"). Where
 * only a catalogue is transferred there is no release to be ready: the releases to move count.
 */
export function isReady({ answers: { artist, music }, stored }: WizardState): boolean {
  if (!artist?.artistName || !artist.country || !artist.city || !music) return false;
  if (!hasNewMusic(music)) return music.catalogueItems.length > 0;
  return Boolean(
    music.releaseTitle &&
      music.primaryGenre &&
      music.releaseDate &&
      music.tracks.some(({ id }) => stored.has(audioSlot(id))),
  );
}

/**
 * The final validation of everything: each step's own rules over again, since days may have passed
 * since its Next, and every file complete.
 * @returns what stands in the way, in page order; empty when the draft can be submitted.
 */
export function obstacles(
  state: WizardState,
  today: Date,
  isRole?: (name: string) => boolean,
): Obstacle[] {
  const { artist, music, about } = state.answers;
  const found: Obstacle[] = [];
  const slots = new Set([...state.stored, ...state.sending.keys()]);
  const add = (step: AnswerStep, texts: string[]) =>
    found.push(...texts.map((text) => ({ step, text })));
  add(
    "artist",
    artist ? Object.values(checkArtistStep(artist)) : ["Artist Information is missing"],
  );
  add(
    "music",
    music
      ? Object.values(checkMusicStep(music, { today, slots, isRole }))
      : ["Music Upload is missing"],
  );
  const used = music ? slotsInUse(music) : slots;
  for (const [slot, name] of state.sending)
    if (used.has(slot) && (!music || hasNewMusic(music)))
      add("music", [
        `"${name}" has not fully arrived. Wait until it is stored, choose it again, or remove it.`,
      ]);
  add(
    "about",
    about ? Object.values(checkAboutStep(about)) : ["Additional Information is missing"],
  );
  return found;
}
