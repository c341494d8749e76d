import { Stack, Text } from "@mantine/core";
import { MAX_CLIPS } from "~/domain/clips/clip-rules";
import type { Track } from "~/domain/submission/music/track";
import { clipDateFrom } from "~/domain/submission/music/waterfall";
import { longDate } from "~/platform/formats/dates";
import { fieldId } from "~/ui/field";
import player from "~/ui/player/player.module.css";
import { PlaybackError, PlayerControls } from "~/ui/player/player-controls";
import { usePlayer } from "~/ui/player/use-player";
import { useHydrated } from "~/ui/use-hydrated";
import { EditButton } from "../edit-button";
import { useMusicPage } from "../music-page-context";
import { useLiveValues } from "../use-live-values";
import { ClipFields } from "./clip-fields";
import { useTrackSound } from "./use-track-sound";

const DATES = /^(tracks\[\d+\]\.)?releaseDate$/;

export interface ClipPanelProps {
  track: Track;
  /** The track's position, from 0. */
  index: number;
  /** The address of its audio if it was just chosen. */
  src?: string;
}

/** The clips of a track: their times, typed or set while listening. */
export function ClipPanel({ track, index, src }: ClipPanelProps) {
  const sound = useTrackSound(track, src);
  const scripted = useHydrated();
  const trackPlayer = usePlayer(sound?.src, sound?.seconds);
  const title = track.title || `track ${index + 1}`;
  const clips = track.socialClips;
  return (
    <Stack>
      <ClipDay track={track} index={index} />
      {sound ? (
        <div className={player.preview}>
          <audio
            {...trackPlayer.element}
            controls={!scripted}
            aria-label={`${title}, to choose its clips`}
            className={player.native}
          />
          {scripted && (
            <>
              <p className={player.words}>
                Play the track, then press Set start here or Set end here at the right moment.
              </p>
              <PlayerControls
                player={trackPlayer}
                label={`${title}, to choose its clips`}
                waveform={sound.waveform}
              />
            </>
          )}
          <PlaybackError player={trackPlayer} />
        </div>
      ) : (
        <Text c="dimmed">Choose the audio file of this track first, to hear the clip.</Text>
      )}
      {clips.map((clip, row) => (
        <ClipFields
          key={clip.id}
          trackId={track.id}
          clip={clip}
          name={`tracks[${index}].socialClips[${row}]`}
          number={row + 1}
          canRemove={clips.length > 1}
          sound={sound}
          player={trackPlayer}
        />
      ))}
      {clips.length < MAX_CLIPS && (
        <div>
          <EditButton
            intent={`add-clip:${track.id}`}
            landingId={fieldId(`tracks[${index}].socialClips`)}
          >
            Add a second clip
          </EditButton>
        </div>
      )}
    </Stack>
  );
}

/** When the clips come out: three weeks before their single. */
function ClipDay({ track, index }: { track: Track; index: number }) {
  const { answers, today } = useMusicPage();
  const liveValue = useLiveValues(DATES);
  const trackDate = liveValue(`tracks[${index}].releaseDate`, track.releaseDate);
  // With an early release the day may be past; the team then decides.
  const day = clipDateFrom(trackDate || liveValue("releaseDate", answers.releaseDate), today);
  return (
    <Text c="dimmed">
      Clips come out three weeks before the single
      {day && (
        <>
          : on <time dateTime={day}>{longDate(day)}</time>
        </>
      )}
      .
    </Text>
  );
}
