import { Group } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { CONFIRM_FIELD } from "~/domain/bot/session";
import {
  type Obstacle,
  OUTDATED_REVIEW,
  UNCHANGED_RELEASE,
} from "~/domain/submission/run/obstacle";
import type { RefusedSubmit } from "~/domain/submission/run/submit-calls.client";
import { Banner } from "~/ui/banner";
import styles from "~/ui/banner.module.css";
import { DRAFT_NOT_FOUND_TITLE, DraftNotFoundLinks } from "~/ui/draft-not-found";
import { SecondaryButton } from "~/ui/intent-button";
import { changePath } from "./change-path";

/** The intent of going on without an invitation that cannot be used any more. */
export const SUBMIT_WITHOUT_INVITATION = "go-on-as-open";

/** Why the last submission was refused. */
export interface Refusal {
  obstacles: Obstacle[];
  /** What another tab or device has changed since the page was shown. */
  changes?: readonly string[];
  /** Whether it was asked if nothing is to be changed; the next press sends it. */
  unchanged?: { isAsked: boolean };
  /** The text of the bot check; a person passes by pressing once more. */
  visitorText?: string;
  /** A signed token for another confirmation, since a honeypot was filled again. */
  pressAgain?: string;
  /** Why it could not be sent or recorded; the same button tries again. */
  failureText?: string;
  /** Why there is no draft to submit. */
  lost?: string;
  /** Why its invitation, or its way back, cannot be used any more; `mayGoOn`: whether it may become an open submission. */
  spent?: { text: string; mayGoOn: boolean };
  /**
   * The artist stopped waiting for the connection: before anything was sent, or without knowing whether it
   * was recorded.
   */
  noLine?: "unsent" | "unknown";
}

/** What a page shows of a refusal that a server has sent. */
export function toRefusal(
  { refused, obstacles, changes, pressAgain, mayGoOn }: RefusedSubmit,
  text: string,
): Refusal {
  if (refused === "incomplete") return { obstacles };
  if (refused === "outdated") return { obstacles: [], changes };
  if (refused === "unchanged") return { obstacles: [], unchanged: { isAsked: true } };
  if (refused === "visitor") return { obstacles: [], visitorText: text, pressAgain };
  if (refused === "invitation" || refused === "decided")
    return { obstacles: [], spent: { text, mayGoOn: mayGoOn === true } };
  return { obstacles: [], failureText: text };
}

/** The banner for a refusal, with the next steps. */
export function Refusals(refusal: Refusal) {
  const { obstacles, visitorText, pressAgain, failureText, noLine, lost, spent, changes } = refusal;
  const { unchanged } = refusal;
  if (changes)
    return (
      <Banner title="Not submitted yet" focusKey={changes}>
        <p>{OUTDATED_REVIEW}</p>
        <ul className={styles.list}>
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>Read it through once more, then press Submit Music.</p>
      </Banner>
    );
  if (unchanged?.isAsked)
    return (
      <Banner title="Send it again unchanged?" focusKey={unchanged}>
        <p>
          {UNCHANGED_RELEASE} Change what we wrote to you about, or press Submit Music once more to
          send it as it is.
        </p>
      </Banner>
    );
  if (lost)
    return (
      <Banner title={DRAFT_NOT_FOUND_TITLE} focusKey={refusal}>
        <p>{lost}</p>
        <Group>
          <DraftNotFoundLinks />
        </Group>
      </Banner>
    );
  if (spent)
    return (
      <Banner title="Not submitted yet" focusKey={spent.text}>
        <p>{spent.text}</p>
        {spent.mayGoOn && (
          <Form method="post" reloadDocument>
            <SecondaryButton intent={SUBMIT_WITHOUT_INVITATION}>
              Make it an open submission
            </SecondaryButton>
          </Form>
        )}
      </Banner>
    );
  if (noLine)
    return (
      <Banner
        title={noLine === "unknown" ? "No answer yet" : "Not submitted yet"}
        focusKey={noLine}
      >
        <p>
          {noLine === "unknown"
            ? "We couldn't see whether your release is recorded. Press Submit Music again when you're back online: it's never recorded twice."
            : "There was no connection. Press Submit Music again when you're back online. Nothing is lost."}
        </p>
      </Banner>
    );
  if (failureText)
    return (
      <Banner title="Not submitted yet" focusKey={failureText}>
        <p>{failureText}</p>
        <p>Nothing is lost. Please try again.</p>
      </Banner>
    );
  if (visitorText)
    return (
      <Banner title="Not submitted yet" focusKey={pressAgain ?? visitorText}>
        <p>{visitorText}</p>
        {pressAgain ? (
          <p>
            Nothing is lost. Something in your browser is filling in fields that should stay empty.
            Wait five seconds, then press once more and your music is sent.
          </p>
        ) : (
          <p>Nothing is lost. If you're a person, one more click sends your music.</p>
        )}
        {pressAgain && <input type="hidden" name={CONFIRM_FIELD} value={pressAgain} />}
        <div>
          <SecondaryButton intent="confirm">I'm a person, submit my music</SecondaryButton>
        </div>
      </Banner>
    );
  if (obstacles.length === 0) return null;
  return (
    <Banner title="Required Information Missing" focusKey={obstacles}>
      <ul className={styles.list}>
        {obstacles.map(({ step, text, field }) => (
          <li key={`${step} ${field} ${text}`}>
            <Link to={changePath(step, field)}>{text}</Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
