import type { Track } from "~/domain/submission/music/track";
import { audioSlot } from "~/domain/uploads/slots";
import { useMusicPage } from "../music-page-context";
import { useUpload } from "../upload/use-upload";
import { useWaveform } from "../upload/use-waveform";

/** The audio of a track: its address, and its length if it is known. */
export type TrackSound = NonNullable<ReturnType<typeof useTrackSound>>;

/**
 * The audio of a track: the chosen file, else the stored one.
 * @param chosenSrc the object URL of the chosen file.
 * @returns undefined while there is none.
 */
export function useTrackSound({ id }: Pick<Track, "id">, chosenSrc?: string) {
  const slot = audioSlot(id);
  const { files } = useMusicPage();
  const live = useUpload(slot);
  const fileView = files.find((file) => file.slot === slot && file.state === "complete");
  const waveform = useWaveform(slot, fileView);
  // A refused file does not replace the stored one.
  const isReplaced = live !== undefined && live.phase !== "failed";
  const src = chosenSrc ?? (isReplaced ? live.url : fileView?.url);
  const probe = isReplaced ? live.probe : fileView?.probe;
  const seconds = probe?.kind === "wav" ? probe.seconds : undefined;
  return src
    ? {
        src,
        seconds,
        /** Loudness over its length, if this device has decoded it. */
        waveform,
      }
    : undefined;
}
