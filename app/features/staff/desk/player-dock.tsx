import { ActionIcon, Button, Kbd } from "@mantine/core";
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipForward,
  IconPlaylist,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
} from "@tabler/icons-react";
import { playingTime } from "~/platform/formats/playing-time";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import desk from "./desk.module.css";
import { useDesk } from "./desk-context";
import styles from "./player-dock.module.css";
import { Wave } from "./wave";

const STEP_SECONDS = 10;
const ICON = { size: 20, stroke: 1.5, "aria-hidden": true } as const;

/** What plays, with the keys that control it. It stays while one moves from entry to entry. */
export function PlayerDock() {
  const { dock, playNext, playsOn, setPlaysOn } = useDesk();
  const { track, time, length, levelled, isBefore, error } = dock;
  const step = (seconds: number) => () => dock.seek(time + seconds);
  useShortcuts({
    " ": track ? () => dock.toggle() : undefined,
    ",": step(-STEP_SECONDS),
    ".": step(STEP_SECONDS),
    b: track?.before ? () => dock.compare() : undefined,
    q: () => setPlaysOn(!playsOn),
  });
  const findings = isBefore ? track?.before?.findings : track?.findings;
  const name = track ? `${track.title}` : "";
  return (
    <section aria-label="Player" className={styles.dock} hidden={!track}>
      <audio ref={dock.audio} {...dock.events} />
      {track && (
        <>
          <div className={styles.what}>
            {track.cover && (
              <img src={track.cover} width={40} height={40} alt="" className={desk.cover} />
            )}
            <p>
              <strong>{name}</strong>
              <span className={styles.about}>
                {track.artist}, track {track.number} of {track.count}
              </span>
              <span className={styles.short}>
                {playingTime(time)} of {playingTime(length)}
              </span>
            </p>
            <Controls step={step} next={() => playNext(track)} />
          </div>
          <div className={styles.line}>
            <span>{playingTime(time)}</span>
            <div className={styles.wave}>
              {findings && <Wave findings={findings} played={dock.played} bars={240} />}
              <input
                type="range"
                min={0}
                max={Math.max(1, Math.floor(length))}
                value={Math.floor(time)}
                aria-label={`Position in ${name}`}
                aria-valuetext={`${playingTime(time)} of ${playingTime(length)}`}
                onChange={({ currentTarget }) => dock.seek(Number(currentTarget.value))}
                data-over={findings !== undefined || undefined}
              />
            </div>
            <span>{playingTime(length)}</span>
          </div>
          <div className={styles.end}>
            {error && (
              <span role="status" data-tone="bad">
                {error}
              </span>
            )}
            {track.before ? (
              <Versions isBefore={isBefore} compare={dock.compare} />
            ) : (
              levelled < 0 && (
                <span>
                  Levelled <span>{levelled.toFixed(1).replace("-", "\u2212")} dB</span>
                </span>
              )
            )}
            <ActionIcon
              variant={playsOn ? "light" : "subtle"}
              aria-label="Play entry after entry"
              aria-pressed={playsOn}
              title="Play entry after entry (Q)"
              onClick={() => setPlaysOn(!playsOn)}
            >
              <IconPlaylist {...ICON} />
            </ActionIcon>
            <IconVolume {...ICON} size={16} />
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round(dock.volume * 100)}
              aria-label="Volume"
              onChange={({ currentTarget }) => dock.setVolume(Number(currentTarget.value) / 100)}
              className={styles.volume}
            />
          </div>
        </>
      )}
    </section>
  );
}

interface ControlsProps {
  step: (seconds: number) => () => void;
  next: () => void;
}

function Controls({ step, next }: ControlsProps) {
  const { isPlaying, toggle } = useDesk().dock;
  return (
    <div className={styles.controls}>
      <ActionIcon variant="subtle" aria-label="10 seconds back" onClick={step(-STEP_SECONDS)}>
        <IconRewindBackward10 {...ICON} />
      </ActionIcon>
      <ActionIcon
        radius="50%"
        color="mahogany"
        aria-label={isPlaying ? "Pause the player" : "Play on"}
        onClick={() => toggle()}
        data-play
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label="10 seconds on" onClick={step(STEP_SECONDS)}>
        <IconRewindForward10 {...ICON} />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label="Next track" onClick={next}>
        <IconPlayerSkipForward {...ICON} />
      </ActionIcon>
    </div>
  );
}

/** Switches between a track as it was sent before and as it is now, at the same second. */
function Versions({
  isBefore,
  compare,
}: {
  isBefore: boolean;
  compare: (isBefore: boolean) => void;
}) {
  return (
    <fieldset className={styles.versions}>
      <legend className="unseen">Version</legend>
      <Button
        variant={isBefore ? "default" : "subtle"}
        aria-pressed={isBefore}
        onClick={() => compare(true)}
      >
        A before
      </Button>
      <Button
        variant={isBefore ? "subtle" : "default"}
        aria-pressed={!isBefore}
        onClick={() => compare(false)}
      >
        B now
      </Button>
      <Kbd>B</Kbd>
    </fieldset>
  );
}
