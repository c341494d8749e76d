import { Text } from "@mantine/core";
import { type PlanEntry, releasePlan } from "~/domain/submission/music/release-plan";
import { offersWaterfall } from "~/domain/submission/music/waterfall";
import { longDate } from "~/platform/formats/dates";
import { HiddenField } from "~/ui/field";
import { FormSection } from "~/ui/form-section";
import { useMusicPage } from "../music-page-context";
import panels from "../panels.module.css";
import { SwitchButton } from "../switch-button";
import { RELEASE_PLAN, useLiveValues } from "../use-live-values";
import styles from "./release-strategy.module.css";

/** The waterfall option; nothing for a single track. */
export function ReleaseStrategy() {
  const { answers } = useMusicPage();
  if (!offersWaterfall(answers.tracks.length)) return null;
  const on = answers.waterfallEnabled;
  return (
    <FormSection title="Release strategy">
      <HiddenField name="waterfallEnabled" />
      <SwitchButton
        id="waterfall"
        on={on}
        intent="waterfall"
        label="Single by single first"
        hint="Tracks come out one by one, weeks apart, before the full release (a waterfall)."
      />
      {on && (
        <>
          <p>Each track above now has its own date.</p>
          <ReleasePlan />
          <details className={panels.panel}>
            <summary className={`${panels.summary} ${styles.summary}`}>Why singles first</summary>
            <ul className={styles.facts}>
              <li>Each single gives listeners and playlists a new reason to come back.</li>
              <li>
                A track keeps its recording and its ISRC, the number by which its plays are counted.
                So the full release keeps the plays and playlist places of the single.
              </li>
              <li>The final single brings the full release on the same day.</li>
            </ul>
          </details>
        </>
      )}
    </FormSection>
  );
}

/** The waterfall as a list of dates, by the current input. */
function ReleasePlan() {
  const { answers, today } = useMusicPage();
  const { tracks, releaseTitle } = answers;
  const liveValue = useLiveValues(RELEASE_PLAN);
  const currentTracks = tracks.map((track, index) => ({
    title: liveValue(`tracks[${index}].title`, track.title),
    releaseDate: liveValue(`tracks[${index}].releaseDate`, track.releaseDate),
    socialClipsEnabled: track.socialClipsEnabled,
  }));
  const plan = releasePlan(currentTracks, liveValue("releaseTitle", releaseTitle), today);
  if (plan.length === 0) return null;
  return (
    <details className={panels.panel}>
      <summary className={`${panels.summary} ${styles.summary}`}>Release plan</summary>
      <ol className={styles.list}>
        {plan.map((entry) => (
          <Entry key={entry.index} entry={entry} />
        ))}
      </ol>
    </details>
  );
}

function Entry({ entry }: { entry: PlanEntry }) {
  return (
    <li className={styles.entry} data-final={entry.final || undefined}>
      <Text inherit c="dimmed">
        <time dateTime={entry.date}>{longDate(entry.date)}</time>
      </Text>
      <Text fw={600}>{entry.title}</Text>
      <p>{entry.comesOut}</p>
      {entry.final && <p>The full release becomes available that same day.</p>}
      {entry.hasClips && !entry.clipDate && <p>Social clips come out as soon as they can</p>}
      {entry.hasClips && entry.clipDate && (
        <p>
          Social clips on <time dateTime={entry.clipDate}>{longDate(entry.clipDate)}</time>, three
          weeks before
        </p>
      )}
    </li>
  );
}
