import { Form, Link } from "@remix-run/react";
import { CONFIRM_FIELD } from "~/bot/session";
import { Banner } from "~/components/banner";
import styles from "~/components/banner.module.css";
import { Button } from "~/components/controls";
import { DRAFT_NOT_FOUND_TITLE, DraftNotFoundLinks } from "~/components/draft-not-found";
import type { Obstacle } from "~/submission/run/obstacle";
import { changePath } from "./change-path";

/** The button of whoever cannot submit by their invitation any more. */
export const SUBMIT_WITHOUT_INVITATION = "go-on-as-open";

/** Why the last submit was refused: what is missing, or that it looked like a script's. */
export interface Refusal {
  obstacles: Obstacle[];
  /** The text of the bot check; a person gets past it by one more click. */
  visitorText?: string;
  /** Signed: that click was made, and a hidden field was filled all the same. The next one carries it. */
  pressAgain?: string;
  /** Why it could not be sent, or recorded; the same button tries again. */
  failureText?: string;
  /** Why there is no draft to submit. */
  lost?: string;
  /** Why its invitation takes no submission any more; `mayGoOn`: an open one it may become. */
  spent?: { text: string; mayGoOn: boolean };
  /** The artist stopped waiting for the line: before anything was sent, or not knowing whether it is recorded. */
  noLine?: "unsent" | "unknown";
}

/** The banner that tells it, with the way on. */
export function Refusals(refusal: Refusal) {
  const { obstacles, visitorText, pressAgain, failureText, noLine, lost, spent } = refusal;
  if (lost)
    return (
      <Banner title={DRAFT_NOT_FOUND_TITLE} news={refusal}>
        <p>{lost}</p>
        <div className={styles.ways}>
          <DraftNotFoundLinks />
        </div>
      </Banner>
    );
  if (spent)
    return (
      <Banner title="Not submitted yet" news={spent.text}>
        <p>{spent.text}</p>
        {spent.mayGoOn && (
          <Form method="post" reloadDocument>
            <Button type="submit" name="intent" value={SUBMIT_WITHOUT_INVITATION} variant="default">
              Make it an open submission
            </Button>
          </Form>
        )}
      </Banner>
    );
  if (noLine)
    return (
      <Banner title={noLine === "unknown" ? "No answer yet" : "Not submitted yet"} news={noLine}>
        <p>
          {noLine === "unknown"
            ? "We couldn't see whether your release is recorded. Press Submit Music again when you're back online: it's never recorded twice."
            : "There was no connection. Press Submit Music again when you're back online. Nothing is lost."}
        </p>
      </Banner>
    );
  if (failureText)
    return (
      <Banner title="Not submitted yet" news={failureText}>
        <p>{failureText}</p>
        <p>Nothing is lost. Please try again.</p>
      </Banner>
    );
  if (visitorText)
    return (
      <Banner title="Not submitted yet" news={pressAgain ?? visitorText}>
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
          <Button type="submit" name="intent" value="confirm" variant="default">
            I'm a person, submit my music
          </Button>
        </div>
      </Banner>
    );
  if (obstacles.length === 0) return null;
  return (
    <Banner title="Required Information Missing" news={obstacles}>
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
