import { ActionIcon, Button, Kbd, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { IconPlus, IconStar, IconStarFilled } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { statusesFor, statusKeys } from "~/domain/review/decision";
import { joinTags, MAX_RATING, tagSuggestions } from "~/domain/review/item-marks";
import { INVITED, statusLabel, statusTone } from "~/reference/statuses";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { StatusShape } from "~/ui/status-mark";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./decision.module.css";
import type { DecisionProps } from "./entry-data";
import { ReloadLink } from "./reload-link";

interface DecisionFactsProps extends DecisionProps {
  choose: (choice: string) => void;
  openPath: (choice: string) => string;
  canChoose: (choice: string) => boolean;
}

/** Owner, status, rating and tags, each with what changes it. Only the team sees rating and tags. */
export function DecisionFacts(props: DecisionFactsProps) {
  return (
    <section className={styles.facts} id="marks" aria-label="Owner, status and marks">
      <OwnerRow {...props} />
      <StatusRow {...props} />
      <RatingRow {...props} />
      <TagsRow key={joinTags(props.marks.tags)} {...props} />
      {props.submission?.waitsFor.map(({ name, labels }) => (
        <Fact key={name} label="Waits for">
          {name}: {labels.join(", ")}
        </Fact>
      ))}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span>{label}</span>
      <div>{children}</div>
    </div>
  );
}

function OwnerRow({ item, mine, colleagues, currentPath, reply }: DecisionFactsProps) {
  const { assignedTo, assignedName } = item;
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ t: () => button.current?.click() });
  const others = colleagues.filter(({ id }) => id !== assignedTo);
  return (
    <Fact label="Owner">
      <span>{mine ? "You" : (assignedName ?? "Nobody yet")}</span>
      <Form method="post" action={currentPath} preventScrollReset aria-label="Owner">
        {assignedTo && <input type="hidden" name="from" value={assignedTo} />}
        <IntentButton
          ref={button}
          intent={mine ? "give-back" : "take"}
          variant="subtle"
          rightSection={<Kbd>T</Kbd>}
        >
          {mine ? "Give it back" : assignedTo ? "Take it over" : "Take it"}
        </IntentButton>
      </Form>
      {others.length > 0 && (
        <details className={styles.more} open={reply.errors.colleague !== undefined}>
          <summary>Assign to a colleague</summary>
          <Form
            method="post"
            action={currentPath}
            preventScrollReset
            aria-label="Assign to a colleague"
          >
            <NativeSelect
              id="colleague"
              name="colleague"
              aria-label="Colleague"
              error={reply.errors.colleague?.text}
              data={[
                { value: "", label: "Choose" },
                ...others.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            {assignedTo && <input type="hidden" name="from" value={assignedTo} />}
            <SecondaryButton intent="assign">Assign</SecondaryButton>
          </Form>
        </details>
      )}
    </Fact>
  );
}

function StatusRow({ item, choose, openPath, canChoose }: DecisionFactsProps) {
  const { status, kind, changesAskedAt } = item;
  const [inProgress] = statusKeys.filter(({ key }) => key === "i");
  const others = statusesFor(kind, status).filter((one) => one !== status && canChoose(one));
  const link = (choice: string, children: ReactNode) => (
    <Button
      key={choice}
      component={Link}
      to={openPath(choice)}
      preventScrollReset
      variant="subtle"
      rightSection={choice === inProgress?.status && <Kbd>I</Kbd>}
      onClick={(event) => {
        event.preventDefault();
        choose(choice);
      }}
    >
      {children}
    </Button>
  );
  const isQuick = inProgress !== undefined && others.includes(inProgress.status);
  return (
    <Fact label="Status">
      <span data-tone={statusTone(status)}>
        <StatusShape tone={statusTone(status)} />{" "}
        {changesAskedAt ? "Changes asked for" : statusLabel(status)}
      </span>
      {isQuick && link(inProgress.status, inProgress.does)}
      {others.length > 0 && status !== INVITED && (
        <details className={styles.more}>
          <summary>Another status</summary>
          <div>{others.map((one) => link(one, statusLabel(one)))}</div>
        </details>
      )}
    </Fact>
  );
}

const RATINGS = Array.from({ length: MAX_RATING }, (_, index) => index + 1);

/** One press rates, the same again clears. */
function RatingRow({ marks: { rating }, currentPath }: DecisionFactsProps) {
  const form = useRef<HTMLFormElement>(null);
  const press = (value: number) => () =>
    form.current?.querySelectorAll<HTMLButtonElement>("button")[value - 1]?.click();
  useShortcuts(Object.fromEntries(RATINGS.map((value) => [`Shift+${value}`, press(value)])));
  return (
    <Fact label="Rating">
      <Form ref={form} method="post" action={currentPath} preventScrollReset aria-label="Rating">
        <input type="hidden" name="intent" value="rate" />
        <input type="hidden" name="seen" value={rating ?? ""} />
        {RATINGS.map((value) => (
          <ActionIcon
            key={value}
            type="submit"
            name="rating"
            value={value === rating ? "" : value}
            variant="subtle"
            aria-label={value === rating ? "Clear the rating" : `Rate ${value} of ${MAX_RATING}`}
            aria-pressed={value === rating}
          >
            {rating !== null && value <= rating ? (
              <IconStarFilled size={16} />
            ) : (
              <IconStar size={16} />
            )}
          </ActionIcon>
        ))}
      </Form>
    </Fact>
  );
}

function TagsRow({ marks: { tags }, knownTags, reply, currentPath }: DecisionFactsProps) {
  const { values, seen, errors, isConflict } = reply;
  const saved = joinTags(tags);
  const isRefused = errors.tags !== undefined || seen?.tags !== undefined;
  return (
    <Fact label="Tags">
      <span className={styles.tags}>
        {tags.map((tag) => (
          <span key={tag}>{tag}</span>
        ))}
      </span>
      <details className={styles.more} open={isRefused}>
        <summary aria-label="Change the tags" title="Change the tags">
          <IconPlus size={16} aria-hidden="true" />
        </summary>
        <Form method="post" action={currentPath} preventScrollReset aria-label="Tags">
          <TextInput
            id="tags"
            name="tags"
            aria-label="Tags"
            placeholder="folk, summer, call back"
            defaultValue={values.tags ?? saved}
            error={errors.tags?.text}
            list="known-tags"
            autoComplete="off"
            autoCapitalize="none"
          />
          <datalist id="known-tags">
            {tagSuggestions(tags, knownTags).map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
          <input type="hidden" name="seen" value={seen?.tags ?? saved} />
          {isConflict && seen?.tags !== undefined && <ReloadLink currentPath={currentPath} />}
          <SecondaryButton intent="tag">Save the tags</SecondaryButton>
        </Form>
      </details>
    </Fact>
  );
}
