import { audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import type { MusicAnswers } from "../music/music-step";
import { resolveDates } from "../music/release-days";
import { slotFields } from "../music/slot-fields";
import { shareVerdict } from "../music/songwriters";
import type { Track } from "../music/track";
import { hasNewMusic } from "../music/upload-type";
import { isWaterfall } from "../music/waterfall";
import type { Gap, Obstacle } from "../run/obstacle";
import type { WizardState } from "./readiness.server";
import { obstacles } from "./readiness.server";

const NO_AUDIO_TEXT = "Please add at least one track for your release";

/** What prevents submitting a release, and what its tracks lack although the rules allow it. */
export function findGaps(state: WizardState, today: Date): Gap[] {
  const music = state.answers.music && resolveDates(state.answers.music, today);
  const blockingGaps = obstacles(state, today).map(
    (obstacle): Gap => ({ ...locateObstacle(obstacle, music), isOptional: false }),
  );
  if (!music || !hasNewMusic(music)) return blockingGaps;
  const trackGaps = music.tracks.flatMap((track, index) =>
    optionalGaps(track, index, state, music),
  );
  const isKnown = ({ field }: Gap) =>
    blockingGaps.some((gap) => gap.field === field && gap.text !== NO_AUDIO_TEXT);
  const all = [...blockingGaps, ...trackGaps.filter((gap) => !isKnown(gap))];
  const place = ({ trackId }: Gap) => music.tracks.findIndex(({ id }) => id === trackId);
  const before = all.filter(({ step, trackId }) => step !== "about" && trackId === undefined);
  const gapsOfTracks = all.filter(({ trackId }) => trackId !== undefined);
  const after = all.filter(({ step }) => step === "about");
  return [...before, ...gapsOfTracks.sort((a, b) => place(a) - place(b)), ...after];
}

function locateObstacle(
  obstacle: Obstacle,
  music: MusicAnswers | undefined,
): Obstacle & Partial<Gap> {
  const { step, field = "", text } = obstacle;
  // This one is shown at the first track but is about all of them.
  if (!music || step !== "music" || text === NO_AUDIO_TEXT) return obstacle;
  const [, index] = /^tracks\[(\d+)\]/.exec(field) ?? [];
  const slot = [...slotFields(music)].find(([, name]) => name === field)?.[0];
  return { ...obstacle, trackId: music.tracks[Number(index)]?.id, slot };
}

function optionalGaps(
  { id, metadata, useCustomArtwork }: Track,
  index: number,
  { stored, sending }: WizardState,
  music: MusicAnswers,
): Gap[] {
  const at = `tracks[${index}]`;
  const hasFile = (slot: string) => stored.has(slot) || sending.has(slot);
  const createGap = (field: string, text: string, slot?: string): Gap => {
    return { step: "music", field: `${at}.${field}`, text, trackId: id, slot, isOptional: true };
  };
  const needsArtwork = isWaterfall(music) && useCustomArtwork;
  const { songwriters } = metadata;
  const shares = shareVerdict(songwriters);
  return [
    ...(hasFile(audioSlot(id)) ? [] : [createGap("file", "No audio yet", audioSlot(id))]),
    ...(needsArtwork && !hasFile(customArtworkSlot(id))
      ? [createGap("customArtwork", "No artwork of its own yet", customArtworkSlot(id))]
      : []),
    ...(songwriters.length > 0 && shares.state !== "done"
      ? [createGap("metadata.songwriters[0].percentage", `Songwriters: ${shares.text}`)]
      : []),
  ];
}
