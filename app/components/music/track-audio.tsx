import type { Track } from "~/submission/track";
import { audioSlot } from "~/uploads/slots";
import { AudioPreview } from "../clips/audio-preview";
import { FileField } from "../file-field";
import type { useSlotFile } from "./use-slot-file";

/** The audio of a track, and a way to hear that it is the right one. */
export function TrackAudio(props: {
  track: Track;
  index: number;
  file: ReturnType<typeof useSlotFile>;
}) {
  const { track, index, file } = props;
  const { held, src, onChoice } = file;
  const seconds = held?.probe?.kind === "wav" ? held.probe.seconds : undefined;
  return (
    <>
      <FileField
        name={`tracks[${index}].file`}
        slot={audioSlot(track.id)}
        kind="track"
        label="Audio"
        hint="One WAV file, at most 200MB."
        accept=".wav,audio/wav,audio/x-wav,audio/wave,audio/vnd.wave"
        emptyText="Awaiting upload"
        held={held}
        onChoice={onChoice}
      />
      {src && (
        <AudioPreview src={src} label={track.title || `Track ${index + 1}`} seconds={seconds} />
      )}
    </>
  );
}
