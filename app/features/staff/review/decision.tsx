import { ActionIcon, Button, Kbd } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { suggestedReasons } from "~/domain/review/saved-reason";
import { INVITED } from "~/reference/statuses";
import { BulkPanel } from "../desk/bulk-panel";
import { useDesk } from "../desk/desk-context";
import { DueDate } from "../due-date";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import { BackgroundSummary } from "./artist-background";
import styles from "./decision.module.css";
import { choiceButtons, decisionChoices } from "./decision-buttons";
import { CHANGES } from "./decision-choice";
import { DecisionFacts } from "./decision-facts";
import { DecisionPane } from "./decision-pane";
import type { DecisionProps } from "./entry-data";
import { NewNote, Notes } from "./notes";
import { InviteForm } from "./waiting-list-entry";

interface SuggestionsProps extends DecisionProps {
  choose: (reasonId: string) => void;
}

/** What staff decide, and what they need for it. Its buttons are always in sight. */
export function Decision(props: DecisionProps) {
  const { item, entry, decisionMails, canAskChanges, reply, currentPath, due } = props;
  const { choice, setChoice } = props;
  const { chosen } = useDesk();
  /** The reason of a suggestion, which its press chooses. */
  const [preset, setPreset] = useState<string>();
  /** What was typed for each choice, which closing keeps. */
  const drafts = useRef<Record<string, string>>({});
  const isAnswered = entry !== undefined && (item.status === INVITED || entry.invitation);
  const canChoose = (name: string) => !isAnswered && name in decisionMails.letters;
  const isBulk = chosen.size > 0;
  const choices = isBulk ? [] : decisionChoices(canAskChanges);
  useShortcuts(
    Object.fromEntries(
      choices.flatMap(({ key, choice: name }) =>
        canChoose(name) ? [[key, () => setChoice(name)]] : [],
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
          {!isAnswered && <DecisionButtons {...props} openPath={openPath} />}
          {isOpen ? (
            <DecisionPane
              key={choice}
              {...props}
              choice={choice}
              draft={drafts.current[choice] ?? reply.values.reason ?? ""}
              keepDraft={(text) => {
                drafts.current[choice] = text;
              }}
              preset={preset}
              close={() => {
                setChoice(null);
                setPreset(undefined);
              }}
            />
          ) : (
            <>
              <div className={styles.scroll}>
                <Suggestions
                  {...props}
                  choose={(reason) => {
                    setPreset(reason);
                    setChoice(CHANGES);
                  }}
                />
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
    </aside>
  );
}

interface DecisionButtonsProps extends DecisionProps {
  /** The address of the page with a decision open, for browsers without script. */
  openPath: (choice: string) => string;
}

function DecisionButtons({ canAskChanges, choice, setChoice, openPath }: DecisionButtonsProps) {
  const { dock, trackAt } = useDesk();
  const track = dock.track ?? trackAt(1);
  return (
    <div className={styles.buttons}>
      {track && (
        <ActionIcon
          radius="50%"
          color="mahogany"
          variant="filled"
          aria-label={dock.isPlaying ? "Pause" : "Play"}
          onClick={() => dock.toggle(track)}
          className={styles.play}
        >
          {dock.isPlaying ? (
            <IconPlayerPauseFilled size={18} />
          ) : (
            <IconPlayerPlayFilled size={18} />
          )}
        </ActionIcon>
      )}
      {choiceButtons(canAskChanges).map(({ choice: name, key, label, short }, index) => (
        <Button
          key={name}
          component={Link}
          to={openPath(name)}
          preventScrollReset
          variant={choice === null && index === 0 ? "filled" : "default"}
          data-choice={name}
          data-pressed={choice === name || undefined}
          aria-current={choice === name ? "true" : undefined}
          rightSection={<Kbd>{key.toUpperCase()}</Kbd>}
          onClick={(event) => {
            event.preventDefault();
            setChoice(name);
          }}
        >
          <span className={styles.long}>{label}</span>
          <span className={styles.short}>{short}</span>
        </Button>
      ))}
    </div>
  );
}

/** The reasons for changes that answer what was found. */
function Suggestions({ savedReasons, foundCodes, canAskChanges, choose }: SuggestionsProps) {
  const changes = savedReasons.filter(({ kind }) => kind === CHANGES);
  const suggested = canAskChanges ? suggestedReasons(changes, foundCodes) : [];
  if (suggested.length === 0) return null;
  return (
    <section>
      <h3>Suggested by the findings</h3>
      <ul className={styles.suggestions}>
        {suggested.map(({ id, title, digit }) => (
          <li key={id}>
            <Button
              variant="subtle"
              color="gray"
              justify="space-between"
              onClick={() => choose(id)}
              rightSection={
                <>
                  <Kbd>C</Kbd> {digit && <Kbd>{digit}</Kbd>}
                </>
              }
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
