import { Button } from "@mantine/core";
import { useHydrated } from "remix-utils/use-hydrated";
import { mayAddTrack, releaseTypeOf } from "~/submission/release-type";
import { isWaterfall } from "~/submission/waterfall";
import { FormSection } from "../form-section";
import { useMusicPage } from "./music-page";
import { SameAudioNote } from "./same-audio-note";
import { TrackCard } from "./track-card";
import styles from "./track-list.module.css";
import { TracksBar } from "./tracks-bar";

/** The tracks of the release, each with everything that belongs to it. */
export function TrackList() {
  const { answers } = useMusicPage();
  const { tracks, releaseType } = answers;
  const { label, most } = releaseTypeOf(releaseType);
  const waterfall = isWaterfall(answers);
  return (
    <FormSection title={tracks.length > 1 ? "Your tracks" : "Your track"}>
      {tracks.length > 1 && <TracksBar tracks={tracks} />}
      {tracks.length > 1 && <SameAudioNote tracks={tracks} />}
      <div>
        <OneRequestNote />
        <div className={styles.list} data-tracks>
          {tracks.map((track, index) => (
            <TrackCard
              key={track.id}
              track={track}
              index={index}
              count={tracks.length}
              waterfall={waterfall}
            />
          ))}
        </div>
      </div>
      {mayAddTrack(releaseType, tracks.length) ? (
        <div>
          <Button type="submit" name="intent" value="add-track" variant="default">
            Add a track
          </Button>
        </div>
      ) : (
        <p className={styles.most}>
          {label} releases have at most {most} tracks.
        </p>
      )}
    </FormSection>
  );
}

/**
 * What can go up without the scripts of the page: edge networks cut a request at 100 MB. Told also
 * where scripts are allowed and do not come.
 */
function OneRequestNote() {
  if (useHydrated()) return null;
  return (
    <p className={styles.unscripted}>
      Without its scripts this page sends everything in one request of at most 100 MB, which leaves
      about 95 MB for the files you choose. For a larger file, reload the page, open it in a browser
      with JavaScript, or <a href="/submit/continue">continue on another device</a>.
    </p>
  );
}
