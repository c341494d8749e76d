import { Button, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import { type FocusEvent, type ReactNode, useState } from "react";
import { clipWarning, clipWindow, endClipAt, startClipAt } from "~/domain/clips/clip-length";
import {
  type ClipTimes,
  clipBeyondTrackText,
  normalizeClipTime,
  type SocialClip,
} from "~/domain/clips/clip-rules";
import { fieldId, HiddenField, TextField } from "~/ui/field";
import { findInput, typeInto } from "~/ui/form-dom";
import { PlayButton } from "~/ui/player/play-button";
import playerStyles from "~/ui/player/player.module.css";
import type { Player } from "~/ui/player/use-player";
import { useDebounced } from "~/ui/use-debounced";
import { useHydrated } from "~/ui/use-hydrated";
import { EditButton } from "../edit-button";
import tones from "../upload/tone.module.css";
import { useLiveValues } from "../use-live-values";
import { ClipWindow } from "./clip-window";
import type { TrackSound } from "./use-track-sound";

interface ClipAudioProps {
  id: string;
  times: ClipTimes;
  /** From 1. */
  number: number;
  src: string;
  /** The player of the whole track. */
  player: Player;
}

/** A button that plays the clip. Without script the browser plays the range in the address. */
function ClipAudio({ id, times, number, src, player: track }: ClipAudioProps) {
  const scripted = useHydrated();
  const window = clipWindow(times);
  const label = `clip ${number}`;
  if (!window)
    return (
      <p className={playerStyles.words}>
        To hear the clip, type both times. The end must be after the start.
      </p>
    );
  if (!scripted)
    return (
      // biome-ignore lint/a11y/useMediaCaption: music, of which the artist has no captions.
      <audio
        src={`${src}#t=${window.start},${window.end}`}
        preload="none"
        controls
        aria-label={label}
        className={playerStyles.native}
      />
    );
  const playing = track.playing && track.range === id;
  return (
    <div className={playerStyles.clip}>
      <PlayButton
        playing={playing}
        label={label}
        onPress={() => (playing ? track.pause() : track.play({ key: id, ...window }))}
      />
      <span className={playerStyles.words} aria-hidden="true">
        {playing ? "Pause" : "Play"} {label}, {window.end - window.start} seconds
      </span>
    </div>
  );
}

const CLIP_TIMES = /\.(startTime|endTime)$/;

interface ClipFieldsProps {
  trackId: string;
  clip: SocialClip;
  /** The clip's field name: `tracks[0].socialClips[0]`. */
  name: string;
  /** From 1. */
  number: number;
  canRemove: boolean;
  sound: TrackSound | undefined;
  /** The player of the whole track. */
  player: Player;
}

/** The fields of one clip. */
export function ClipFields(props: ClipFieldsProps) {
  const { trackId, clip, name, number, canRemove, sound, player } = props;
  const liveValue = useLiveValues(CLIP_TIMES);
  const times: ClipTimes = {
    startTime: liveValue(`${name}.startTime`, clip.startTime),
    endTime: liveValue(`${name}.endTime`, clip.endTime),
  };

  const seconds = sound?.seconds ?? player.length;

  function setTimes(next: ClipTimes): void {
    for (const field of ["startTime", "endTime"] as const) {
      const input = findInput(fieldId(`${name}.${field}`));
      if (input) typeInto(input, next[field]);
    }
  }

  function tidyTime({ target }: FocusEvent): void {
    if (target instanceof HTMLInputElement && CLIP_TIMES.test(target.name))
      typeInto(target, normalizeClipTime(target.value));
  }

  return (
    <Paper
      component="fieldset"
      id={fieldId(name)}
      aria-labelledby={`${fieldId(name)}-label`}
      miw={0}
      p="sm"
      onBlur={tidyTime}
    >
      <Stack>
        <Text id={`${fieldId(name)}-label`} fw={600}>
          Clip {number}
        </Text>
        <HiddenField name={`${name}.id`} />
        <Group grow align="start" gap="xs">
          <TimeField name={`${name}.startTime`} label="Starts at">
            {sound && (
              <SetTimeButton onPress={() => setTimes(startClipAt(times, player.time))}>
                Set start here<VisuallyHidden> (clip {number})</VisuallyHidden>
              </SetTimeButton>
            )}
          </TimeField>
          <TimeField name={`${name}.endTime`} label="Ends at">
            {sound && (
              <SetTimeButton onPress={() => setTimes(endClipAt(times, player.time))}>
                Set end here<VisuallyHidden> (clip {number})</VisuallyHidden>
              </SetTimeButton>
            )}
          </TimeField>
        </Group>
        {sound?.waveform && seconds !== undefined && (
          <ClipWindow
            times={times}
            levels={sound.waveform}
            seconds={seconds}
            player={player}
            onTimes={setTimes}
          />
        )}
        <Advice times={times} seconds={seconds} />
        {sound && (
          <ClipAudio times={times} number={number} src={sound.src} player={player} id={clip.id} />
        )}
        <TextField
          name={`${name}.description`}
          label="What you hear"
          optional
          hint="Such as the chorus."
          autoComplete="off"
        />
        {canRemove && (
          <div>
            <EditButton intent={`remove-clip:${trackId}:${clip.id}`} landingId={fieldId(name)}>
              Remove clip {number}
            </EditButton>
          </div>
        )}
      </Stack>
    </Paper>
  );
}

function TimeField(props: { name: string; label: string; children: ReactNode }) {
  const { name, label, children } = props;
  return (
    <Stack gap="xs">
      <TextField
        name={name}
        label={label}
        hint="mm:ss"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
      />
      {children}
    </Stack>
  );
}

/** Takes the current time of the player; needs script. */
function SetTimeButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  if (!useHydrated()) return null;
  return (
    <Button variant="default" fz="sm" px={4} onClick={onPress}>
      {children}
    </Button>
  );
}

/** Advice on the clip's length, which never blocks. */
function Advice({ times, seconds }: { times: ClipTimes; seconds: number | undefined }) {
  const [initialTimes] = useState(times);
  const text = [clipBeyondTrackText(times, seconds) ?? [], clipWarning(times) ?? []]
    .flat()
    .join(". ");
  const spokenText = useDebounced(text);
  // Initial advice is not announced; it is read with the page.
  const hasChanged =
    times.startTime !== initialTimes.startTime || times.endTime !== initialTimes.endTime;
  return (
    <>
      {text && (
        <Text fw={600} c="var(--waiting)" className={tones.tone} data-tone="waiting">
          {text}
        </Text>
      )}
      <VisuallyHidden component="p" role="status">
        {hasChanged && spokenText}
      </VisuallyHidden>
    </>
  );
}
