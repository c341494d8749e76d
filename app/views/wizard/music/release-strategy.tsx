import { VisuallyHidden } from "~/components/controls";
import { HiddenField, TextField } from "~/components/field";
import { FormSection } from "~/components/form-section";
import { SwitchButton } from "~/components/switch-button";
import { longDate } from "~/platform/formats/dates";
import { firstReleaseDay } from "~/submission/music/early-release";
import { type PlanEntry, releasePlan } from "~/submission/music/release-plan";
import { offersWaterfall } from "~/submission/music/waterfall";
import { useMusicPage } from "../music-page";
import { RELEASE_PLAN, TRACK_TITLE, useTyped } from "../use-typed";
import styles from "./release-strategy.module.css";

/** Whether the tracks come out all at once or one by one; nothing to decide for a single track. */
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
        label="Release as a waterfall"
        hint="Your tracks come out one by one as singles, weeks apart, before the full release."
      />
      {on && (
        <>
          <ul className={styles.facts}>
            <li>Each single gives listeners and playlists a new reason to come back to you.</li>
            <li>
              Each track is the same recording with the same ISRC on its single and on the full
              release, so its plays and playlist places carry over.
            </li>
            <li>The final single brings the full release on the same day.</li>
          </ul>
          <WaterfallDates />
          <ReleasePlan />
        </>
      )}
    </FormSection>
  );
}

/** The day each single comes out. */
function WaterfallDates() {
  const { answers, today } = useMusicPage();
  const typed = useTyped(TRACK_TITLE);
  const { tracks, earlyReleaseRequest } = answers;
  const first = firstReleaseDay(earlyReleaseRequest, new Date(today));
  return (
    <div className={styles.dates}>
      {tracks.map(({ id, title }, index) => {
        const at = `tracks[${index}]`;
        return (
          <div key={id} className={styles.date}>
            <TextField
              name={`${at}.releaseDate`}
              label={`Track ${index + 1} comes out on`}
              hint={typed(`${at}.title`, title) || undefined}
              type="date"
              min={first}
              // Above the date, so that the button beside it stays level with it.
              inputWrapperOrder={["label", "description", "error", "input"]}
            />
            <button
              id={`gap-${id}`}
              type="submit"
              name="intent"
              value={index === 0 ? "space" : `gap:${id}`}
              className={styles.gap}
            >
              {index === 0 ? "The others every 6 weeks from here" : "4 weeks after the one before"}
              {index > 0 && <VisuallyHidden> (track {index + 1})</VisuallyHidden>}
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** The waterfall as a list of days, as typed so far. */
function ReleasePlan() {
  const { tracks, releaseTitle } = useMusicPage().answers;
  const typed = useTyped(RELEASE_PLAN);
  const planned = tracks.map((track, index) => ({
    title: typed(`tracks[${index}].title`, track.title),
    releaseDate: typed(`tracks[${index}].releaseDate`, track.releaseDate),
    socialClipsEnabled: track.socialClipsEnabled,
  }));
  const plan = releasePlan(planned, typed("releaseTitle", releaseTitle));
  if (plan.length === 0) return null;
  return (
    <div className={styles.plan}>
      <h3>Release plan</h3>
      <ol className={styles.list}>
        {plan.map((entry) => (
          <Entry key={entry.index} entry={entry} />
        ))}
      </ol>
    </div>
  );
}

function Entry({ entry }: { entry: PlanEntry }) {
  return (
    <li className={styles.entry} data-final={entry.final || undefined}>
      <p className={styles.when}>
        <time dateTime={entry.date}>{longDate(entry.date)}</time>
      </p>
      <p className={styles.single}>{entry.title}</p>
      <p className={styles.what}>{entry.comesOut}</p>
      {entry.final && (
        <p className={styles.what}>The full release becomes available that same day.</p>
      )}
      {entry.hasClips && (
        <p className={styles.what}>
          Social clips on <time dateTime={entry.clipDate}>{longDate(entry.clipDate)}</time>, three
          weeks before
        </p>
      )}
    </li>
  );
}
