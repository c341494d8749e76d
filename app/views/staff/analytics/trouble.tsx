import { ExistingSearchParams } from "remix-utils/existing-search-params";
import { Button } from "~/components/controls";
import styles from "./analytics.module.css";

/** That the figures could not be read, and the way to ask for them again. */
export function Trouble({ text, hours }: { text: string; hours: number }) {
  return (
    <div className={styles.trouble} role="alert">
      <p>{text}</p>
      <form method="get" action="/analytics">
        <ExistingSearchParams exclude={["hours"]} />
        <input type="hidden" name="hours" value={hours} />
        <Button type="submit">Retry</Button>
      </form>
    </div>
  );
}
