import { ARTWORK_SLOT, audioSlot, customArtworkSlot } from "~/domain/uploads/slots";
import type { MusicAnswers } from "../music/music-step";
import { hasNewMusic } from "../music/upload-type";
import { isWaterfall } from "../music/waterfall";
import type { RunContent } from "./submission-run";

/** What a submission run waits for. @param storedSlots with a file, stored or pending. */
export function runContent(music: MusicAnswers, storedSlots: ReadonlySet<string>): RunContent {
  if (!hasNewMusic(music))
    return { tracks: [], artwork: undefined, customArtwork: [], hasClips: false };
  const { tracks } = music;
  const customArtworkTracks = isWaterfall(music)
    ? tracks.filter((track) => track.useCustomArtwork)
    : [];
  const isFilled = ({ slot }: { slot: string }) => storedSlots.has(slot);
  return {
    tracks: tracks.map(({ id, title }) => ({ slot: audioSlot(id), title })).filter(isFilled),
    artwork: storedSlots.has(ARTWORK_SLOT) ? ARTWORK_SLOT : undefined,
    customArtwork: customArtworkTracks
      .map(({ id, title }) => ({ slot: customArtworkSlot(id), title }))
      .filter(isFilled),
    hasClips: tracks.some((track) => track.socialClipsEnabled),
  };
}
