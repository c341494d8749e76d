import { Button } from "@mantine/core";
import { PlaybackError } from "~/ui/player/player-controls";
import { usePlayer } from "~/ui/player/use-player";
import { useHydrated } from "~/ui/use-hydrated";

/** In seconds. */
const START_LENGTH = 30;

interface PlayStartProps {
  /** The path of the sound. */
  path: string;
  /** The name of the sound. */
  label: string;
}

/** Plays the first seconds of a track, which is loaded when pressed; a link to the file without script. */
export function PlayStart({ path, label }: PlayStartProps) {
  const isScripted = useHydrated();
  // Browsers need not load more than that.
  const src = `${path}#t=0,${START_LENGTH}`;
  const player = usePlayer(src);
  if (!isScripted)
    return (
      <Button component="a" href={src} variant="default" aria-label={`Play ${label}`}>
        Play
      </Button>
    );
  const { playing, play, pause } = player;
  const toggle = () => (playing ? pause() : play({ key: "start", start: 0, end: START_LENGTH }));
  return (
    <>
      <audio {...player.element} />
      <Button
        variant="default"
        onClick={toggle}
        aria-label={playing ? `Pause ${label}` : `Play ${START_LENGTH} seconds of ${label}`}
      >
        {playing ? "Pause" : `Play ${START_LENGTH} seconds`}
      </Button>
      <PlaybackError player={player} />
    </>
  );
}
