import styles from "./completion-bar.module.css";

/** A profile's completion in percent and as a bar; green once nothing is missing. */
export function CompletionBar({ percent }: { percent: number }) {
  return (
    <div className={styles.completion} data-complete={percent === 100 || undefined}>
      <p className={styles.words}>
        <label htmlFor="completion">Profile Completion</label>
        <strong className={styles.percent}>{percent}%</strong>
      </p>
      <progress id="completion" className={styles.bar} value={percent} max={100}>
        {percent}%
      </progress>
    </div>
  );
}
