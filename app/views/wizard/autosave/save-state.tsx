import { type AutosaveState, isNews, saveWords } from "~/submission/draft/autosave-state";
import { localTime } from "./clock-time";
import styles from "./save-state.module.css";

/** Whether what is typed is saved, in one line. Spoken only when it is news. */
export function SaveState({ state }: { state: AutosaveState }) {
  return (
    <p
      role="status"
      aria-live={isNews(state) ? "polite" : "off"}
      className={styles.state}
      data-phase={state.phase}
      data-failing={(state.phase === "waiting" && state.failing) || undefined}
    >
      {saveWords(state, localTime)}
    </p>
  );
}
