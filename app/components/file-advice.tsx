import type { Advice } from "~/media/advice-shape";
import styles from "./file-advice.module.css";

/** What was found in a file that is taken all the same: what to do about it, and what to know. */
export function FileAdvice({ advice }: { advice: readonly Advice[] }) {
  if (advice.length === 0) return null;
  const asks = advice.some(({ tone }) => tone === "advice");
  return (
    <div className={styles.advice}>
      {asks && <p className={styles.title}>Worth a look; you can submit either way:</p>}
      <ul className={styles.list}>
        {advice.map(({ code, text, tone }) => (
          <li key={code} data-tone={tone}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
