import { Button, VisuallyHidden } from "@mantine/core";
import staffPage from "../staff-page.module.css";
import rows from "../staff-rows.module.css";
import styles from "./incident-list.module.css";

/** The route that handles the forms, on whatever page the list is. */
const PATH = "/staff/incidents";

interface IncidentView {
  id: string;
  title: string;
  detail: string;
  since: string;
  /** When it ended; undefined while it is open. */
  until?: string | undefined;
  /** Until when alerts are silenced, and by whom. */
  silenced?: { until: string; by: string } | undefined;
}

interface IncidentListProps {
  incidents: { open: readonly IncidentView[]; over: readonly IncidentView[] };
  /** The page to return to. */
  returnPath: string;
}

/** Open incidents with a button to silence each, and recent closed ones. */
export function IncidentList({ incidents: { open, over }, returnPath }: IncidentListProps) {
  return (
    <>
      {open.length === 0 ? (
        <p className={staffPage.quiet}>Nothing is wrong.</p>
      ) : (
        <ul className={rows.rows}>
          {open.map((incident) => (
            <li key={incident.id} className={rows.row}>
              <div className={`${styles.what} ${styles.bad}`}>
                <p className={styles.title}>{incident.title}</p>
                <p>{incident.detail}</p>
                <p className={rows.about}>Since {incident.since}</p>
              </div>
              <SilenceForm {...incident} returnPath={returnPath} />
            </li>
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <details>
          <summary className={styles.summary}>What is over ({over.length})</summary>
          <ul className={rows.rows}>
            {over.map((incident) => (
              <li key={incident.id} className={rows.row}>
                <div className={styles.what}>
                  <p className={styles.title}>{incident.title}</p>
                  <p className={rows.about}>{incident.detail}</p>
                  <p className={rows.about}>
                    From {incident.since} to {incident.until}
                  </p>
                </div>
                {incident.silenced && <SilenceForm {...incident} returnPath={returnPath} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function SilenceForm({ id, title, silenced, returnPath }: IncidentView & { returnPath: string }) {
  return (
    <form method="post" action={PATH} className={styles.silence}>
      <input type="hidden" name="incident" value={id} />
      <input type="hidden" name="to" value={returnPath} />
      {silenced && (
        <p className={rows.about}>
          Silenced by {silenced.by} until {silenced.until}
        </p>
      )}
      <Button type="submit" name="intent" value={silenced ? "hear" : "silence"} variant="default">
        {silenced ? "Hear of it again" : "Silence for a day"}
        <VisuallyHidden>: {title}</VisuallyHidden>
      </Button>
    </form>
  );
}
