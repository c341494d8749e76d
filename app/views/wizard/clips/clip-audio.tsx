import { useHydrated } from "remix-utils/use-hydrated";
import { type ClipTimes, clipWindow } from "~/clips/clip-rules";
import { PlayButton } from "~/components/player/play-button";
import player from "~/components/player/player.module.css";
import type { Player } from "~/components/player/use-player";

interface ClipAudioProps {
  id: string;
  times: ClipTimes;
  /** From 1. */
  number: number;
  src: string;
  /** Plays the whole track, and so its clips. */
  player: Player;
}

/**
 * The clip as it will sound, from its start to its end. Without script the browser plays the part
 * of the file that the address names.
 */
export function ClipAudio({ id, times, number, src, player: track }: ClipAudioProps) {
  const scripted = useHydrated();
  const window = clipWindow(times);
  const label = `clip ${number}`;
  if (!window)
    return (
      <p className={player.words}>
        To hear the clip, put in both times, with the end after the start.
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
        className={player.native}
      />
    );
  const playing = track.playing && track.stretch === id;
  return (
    <div className={player.clip}>
      <PlayButton
        playing={playing}
        label={label}
        onPress={() => (playing ? track.pause() : track.play({ key: id, ...window }))}
      />
      <span className={player.words} aria-hidden="true">
        {playing ? "Pause" : "Play"} {label}, {window.end - window.start} seconds
      </span>
    </div>
  );
}
