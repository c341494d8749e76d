import type { Waveform } from "~/media/waveform";
import type { Track } from "~/submission/music/track";
import { audioSlot } from "~/uploads/slots";
import { useMusicPage } from "../music-page-context";
import { useUpload } from "../upload/use-upload";
import { useWaveform } from "../upload/use-waveform";

/** Where a track can be heard, and for how many seconds where that is known. */
export interface TrackSound {
  src: string;
  seconds?: number;
  /** How loud it is over its length, where this device has listened to it. */
  waveform?: Waveform;
}

/**
 * The audio of a track: the file just chosen, else the stored one.
 * @param chosenSrc the address of the chosen file in this page.
 * @returns undefined while there is nothing to hear.
 */
export function useTrackSound(
  { id }: Pick<Track, "id">,
  chosenSrc?: string,
): TrackSound | undefined {
  const slot = audioSlot(id);
  const { files } = useMusicPage();
  const live = useUpload(slot);
  const fileView = files.find((file) => file.slot === slot && file.state === "complete");
  const waveform = useWaveform(slot, fileView);
  // A file that was refused has not replaced the stored one.
  const replaced = live !== undefined && live.phase !== "failed";
  const src = chosenSrc ?? (replaced ? live.url : fileView?.url);
  const probe = replaced ? live.probe : fileView?.probe;
  const seconds = probe?.kind === "wav" ? probe.seconds : undefined;
  return src ? { src, seconds, waveform } : undefined;
}
