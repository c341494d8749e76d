import type { Track } from "~/submission/music/track";
import { audioSlot } from "~/uploads/slots";
import { useMusicPage } from "../music-page";
import { useUpload } from "../upload/use-upload";

/** Where a track can be heard, and for how many seconds where that is known. */
export interface TrackSound {
  src: string;
  seconds?: number;
}

/**
 * The audio of a track: the file just chosen, else the stored one.
 * @param chosen the address of the chosen file in this page.
 * @returns undefined while there is nothing to hear.
 */
export function useTrackSound({ id }: Pick<Track, "id">, chosen?: string): TrackSound | undefined {
  const slot = audioSlot(id);
  const { files } = useMusicPage();
  const live = useUpload(slot);
  const held = files.find((file) => file.slot === slot && file.state === "complete");
  // A file that was refused has not replaced the stored one.
  const replaced = live !== undefined && live.phase !== "failed";
  const src = chosen ?? (replaced ? live.url : held?.url);
  const probe = replaced ? live.probe : held?.probe;
  return src ? { src, seconds: probe?.kind === "wav" ? probe.seconds : undefined } : undefined;
}
