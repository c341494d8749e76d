import { longDate } from "~/submission/release-dates";
import { type PlanEntry, releasePlan } from "~/submission/release-plan";
import { useMusicPage } from "./music-page";
import styles from "./release-plan.module.css";
import { RELEASE_PLAN, useTyped } from "./use-typed";

/** The waterfall as a list of days, as typed so far. */
export function ReleasePlan() {
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
      <p className={styles.date}>
        <time dateTime={entry.date}>{longDate(entry.date)}</time>
      </p>
      <p className={styles.title}>{entry.title}</p>
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
