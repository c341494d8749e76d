import { Button, Kbd } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useRef } from "react";
import { statusKeys } from "~/domain/review/decision";
import type { ReviewReply } from "~/domain/review/review-reply";
import { INVITED } from "~/reference/statuses";
import { BulkPanel } from "../desk/bulk-panel";
import { useDesk } from "../desk/desk-context";
import { DueDate } from "../due-date";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import { UndoStrip } from "../undo-strip";
import { BackgroundSummary } from "./artist-background";
import styles from "./decision.module.css";
import { choiceButtons } from "./decision-buttons";
import { CHANGES } from "./decision-choice";
import { DecisionFacts } from "./decision-facts";
import { DecisionPane } from "./decision-pane";
import { NewNote, Notes } from "./notes";
import type { EntryData } from "./review-route";
import { InviteForm } from "./waiting-list-entry";

export interface DecisionProps extends EntryData {
  /** The answer to what was posted last, here or in the background. */
  reply: ReviewReply;
  /** The decision that is open. */
  choice: string | null;
  setChoice: (choice: string | null) => void;
  canAskChanges: boolean;
}

/** What staff decide, and what they need for it. Its buttons are always in sight. */
export function Decision(props: DecisionProps) {
  const { item, entry, decisionMails, canAskChanges, reply, currentPath, due } = props;
  const { choice, setChoice } = props;
  const { chosen } = useDesk();
  /** What was typed for each choice, which closing keeps. */
  const drafts = useRef<Record<string, string>>({});
  const isAnswered = entry !== undefined && (item.status === INVITED || entry.invitation);
  const canChoose = (name: string) => !isAnswered && name in decisionMails.letters;
  const keys = [...statusKeys.map(({ key, status }) => [key, status]), ["c", CHANGES]] as const;
  const isBulk = chosen.size > 0;
  useShortcuts(
    Object.fromEntries(
      keys.flatMap(([key = "", name = ""]) =>
        !isBulk && canChoose(name) && (name !== CHANGES || canAskChanges)
          ? [[key, () => setChoice(name)]]
          : [],
      ),
    ),
  );
  const openPath = (name: string) => `${currentPath}&decide=${encodeURIComponent(name)}#decide`;
  const isOpen = choice !== null && canChoose(choice);
  return (
    <aside
      className={styles.decision}
      aria-label="Decision"
      id="desk"
      data-open={isOpen || undefined}
    >
      {isBulk ? (
        <BulkPanel />
      ) : (
        <>
          <header className={styles.head}>
            <h2>Decision</h2>
            {due.isOwed && (
              <span>
                Reply due <DueDate {...due} />
              </span>
            )}
          </header>
          {!isAnswered && (
            <div className={styles.buttons}>
              {choiceButtons(canAskChanges).map(({ choice: name, key, label }) => (
                <Button
                  key={name}
                  component={Link}
                  to={openPath(name)}
                  preventScrollReset
                  variant={choice === null && name === "approved" ? "filled" : "default"}
                  data-choice={name}
                  data-pressed={choice === name || undefined}
                  aria-current={choice === name ? "true" : undefined}
                  rightSection={<Kbd>{key.toUpperCase()}</Kbd>}
                  onClick={(event) => {
                    event.preventDefault();
                    setChoice(name);
                  }}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
          {isOpen ? (
            <DecisionPane
              key={choice}
              {...props}
              choice={choice}
              draft={drafts.current[choice] ?? reply.values.reason ?? ""}
              keepDraft={(text) => {
                drafts.current[choice] = text;
              }}
              close={() => setChoice(null)}
            />
          ) : (
            <>
              <div className={styles.scroll}>
                {entry && <InviteForm item={item} invitation={entry.invitation} />}
                <DecisionFacts
                  {...props}
                  choose={setChoice}
                  openPath={openPath}
                  canChoose={canChoose}
                />
                <BackgroundSummary {...props} />
                <Notes {...props} />
              </div>
              <NewNote {...props} />
            </>
          )}
        </>
      )}
      <UndoStrip />
    </aside>
  );
}
