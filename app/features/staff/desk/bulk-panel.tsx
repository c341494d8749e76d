import { ActionIcon, Button, Kbd, Textarea } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { serializeItemVersion } from "~/domain/review/decision";
import { UNDO_SECONDS } from "~/domain/review/undo-time";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import { needsReason, statusLabel } from "~/reference/statuses";
import type { loader } from "../queue/decide-route.server";
import styles from "../review/decision.module.css";
import { choiceButtons, decisionChoices } from "../review/decision-buttons";
import { CHANGES } from "../review/decision-choice";
import { DecisionForm } from "../review/decision-form";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import desk from "./desk.module.css";
import { useDesk } from "./desk-context";

/** The chosen entries, and one decision for all of them. */
export function BulkPanel() {
  const { chosenRows, choose, chooseNone, decideAll, changeAll, viewerOf } = useDesk();
  const [choice, setChoice] = useState<string>();
  const viewers = chosenRows.flatMap(({ id }) => viewerOf(id) ?? []);
  const decisions = decisionChoices(true).map(({ key, choice: name }) => {
    return [key, () => setChoice(name)] as const;
  });
  useShortcuts({
    ...Object.fromEntries(decisions),
    t: () => changeAll("take"),
    z: () => changeAll("snooze"),
  });
  const count = chosenRows.length;
  const them = count === 1 ? "One email goes out" : `${count} emails go out`;
  return (
    <>
      <header className={styles.head}>
        <h2>{count === 1 ? "1 entry chosen" : `${count} entries chosen`}</h2>
        <span>one decision for all</span>
      </header>
      {choice === undefined ? (
        <div className={styles.scroll}>
          <section>
            <ul className={styles.chosen}>
              {chosenRows.map(({ id, title, artistName, artwork }) => (
                <li key={id}>
                  {artwork ? (
                    <img src={artwork} width={32} height={32} alt="" className={desk.cover} />
                  ) : (
                    <span />
                  )}
                  <p>
                    <strong>{title || artistName}</strong>
                    <span>{title && artistName}</span>
                  </p>
                  <ActionIcon
                    variant="subtle"
                    aria-label={`Leave out ${title || artistName}`}
                    onClick={() => choose(id)}
                  >
                    <IconX size={16} aria-hidden="true" />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h3>What happens</h3>
            <p>
              {them} in {STATUS_MAIL_SECONDS / 60} minutes. For {UNDO_SECONDS} seconds <Kbd>U</Kbd>{" "}
              takes the decision back.
            </p>
            {viewers.length > 0 && <p>Open elsewhere now: {viewers.join(", ")}.</p>}
          </section>
          <section>
            <h3>For distributors</h3>
            <form method="post" action="/staff/sheets/chosen">
              <ChosenItems />
              <Button type="submit" variant="default">
                Sheets of those you choose
              </Button>
            </form>
          </section>
        </div>
      ) : (
        <BulkPane
          key={choice}
          choice={choice}
          close={() => setChoice(undefined)}
          send={decideAll}
        />
      )}
      <div role="toolbar" aria-label="Decide on the chosen entries" className={styles.bulk}>
        <span>{count} chosen</span>
        {choiceButtons(true).map(({ choice: name, key, label }) => (
          <Button
            key={name}
            variant={choice === name ? "filled" : "subtle"}
            onClick={() => setChoice(name)}
            rightSection={<Kbd>{key.toUpperCase()}</Kbd>}
          >
            {label}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => changeAll("take")} rightSection={<Kbd>T</Kbd>}>
          Take
        </Button>
        <Button variant="subtle" onClick={() => changeAll("snooze")} rightSection={<Kbd>Z</Kbd>}>
          Put off
        </Button>
        <Button variant="subtle" onClick={chooseNone} rightSection={<Kbd>Esc</Kbd>}>
          Clear
        </Button>
      </div>
    </>
  );
}

/** The chosen entries as fields of a form. */
function ChosenItems() {
  return useDesk().chosenRows.map((row) => (
    <input key={row.id} type="hidden" name="item[]" value={serializeItemVersion(row)} />
  ));
}

interface BulkPaneProps {
  choice: string;
  close: () => void;
  send: (form: FormData) => void;
}

/** The reason of a decision about several entries, with their names filled in for each. */
function BulkPane({ choice, close, send }: BulkPaneProps) {
  const { load, data } = useFetcher<typeof loader>();
  useEffect(() => load("/staff/decide"), [load]);
  return (
    <DecisionForm
      choice={choice}
      reasons={data?.reasons ?? []}
      path="/staff/decide"
      sendText={choice === CHANGES ? "Ask all of them" : `Set all to ${statusLabel(choice)}`}
      send={send}
      close={close}
      hidden={<ChosenItems />}
    >
      {({ value, change, error }) => (
        <div className={styles.letter}>
          <Textarea
            id="reason"
            name="reason"
            label={choice === CHANGES || needsReason(choice) ? "Reason" : "Reason (optional)"}
            description="Each artist reads it. {artist} and {title} stand for their own."
            rows={4}
            value={value}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            error={error}
          />
        </div>
      )}
    </DecisionForm>
  );
}
