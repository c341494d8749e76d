import styles from "./status-mark.module.css";

export type Mark = "unverified" | "verifying" | "verified" | "failed";

/** One shape per state, so that none is told by colour alone. */
const shapes: Record<Mark, string> = {
  unverified: "M4.5 10h11",
  verifying: "M10 5v5l3.5 2",
  verified: "M5 10.5l3.5 3.5L15 6.5",
  failed: "M10 5v6.5M10 14.5v.5",
};

/** The shape of a state, beside its words. */
export function StatusMark({ state }: { state: Mark }) {
  return (
    <svg className={styles.mark} data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      {state === "failed" ? (
        <path className={styles.ground} d="M10 1l9.5 17.5h-19z" />
      ) : (
        <circle className={styles.ground} cx="10" cy="10" r="9" />
      )}
      <path className={styles.sign} d={shapes[state]} />
    </svg>
  );
}
