import { Button, VisuallyHidden } from "@mantine/core";
import type { LinkState } from "~/domain/access/link-state";
import type { LinkKind } from "~/domain/access/link-texts";
import { capitalizeStatus, type StatusTone } from "~/reference/status-tones";
import { StatusMark } from "~/ui/status-chip";
import rows from "../staff-rows.module.css";
import styles from "./staff-links.module.css";

interface Row {
  kind: LinkKind;
  id: string;
  artistName: string;
  email: string;
  state: LinkState;
  /** Details, formatted. */
  about: readonly string[];
}

const tones: Record<LinkState, StatusTone> = {
  unused: "neutral",
  opened: "waiting",
  used: "good",
  expired: "neutral",
  deactivated: "neutral",
};

/** Links with their states, each with a button that deactivates it. */
export function LinkRows({ links }: { links: readonly Row[] }) {
  return (
    <ul className={rows.rows}>
      {links.map(({ kind, id, artistName, email, state, about }) => {
        const isOver = state === "deactivated" || (kind === "invited" && state === "used");
        return (
          <li key={id} className={rows.row}>
            <div className={styles.link}>
              <p className={rows.name}>{artistName}</p>
              <p className={rows.about}>{email}</p>
              <p>
                <StatusMark tone={tones[state]}>{capitalizeStatus(state)}</StatusMark>
              </p>
              <p className={rows.about}>
                {kind === "invited" ? "Invitation" : "Returning artist"}, {about.join(", ")}
              </p>
            </div>
            {!isOver && (
              <form method="post" className={styles.stop}>
                <input type="hidden" name="kind" value={kind} />
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="intent" value="deactivate" variant="default">
                  Deactivate<VisuallyHidden> the link of {artistName}</VisuallyHidden>
                </Button>
              </form>
            )}
          </li>
        );
      })}
    </ul>
  );
}
