import styles from "./activity.module.css";

const kinds: Record<string, "good" | "bad" | "neutral"> = {
  sent: "good",
  failed: "bad",
  unconfirmed: "bad",
  stopped: "neutral",
};

/** The state of a mail: word, colour and shape. */
export function MailState({ state }: { state: string }) {
  return (
    <p className={styles.state} data-kind={kinds[state] ?? "waiting"}>
      <span className={styles.mark} aria-hidden="true" />
      {state.charAt(0).toUpperCase() + state.slice(1)}
    </p>
  );
}
