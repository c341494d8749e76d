import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { Banner } from "~/components/banner";
import styles from "~/components/banner.module.css";
import type { Obstacle } from "~/submission/obstacle";
import { stepOf } from "~/submission/steps";

/** Why the last submit was refused: what is missing, or that it looked like a script's. */
export interface Refusal {
  obstacles: Obstacle[];
  /** The text of the bot check; a person gets past it by one more click. */
  visitorText?: string;
  /** Why it could not be sent, or recorded; the same button tries again. */
  failureText?: string;
}

/** The banner that tells it, with the way on. */
export function Refusals({ obstacles, visitorText, failureText }: Refusal) {
  if (failureText)
    return (
      <Banner title="Not submitted yet" news={failureText}>
        <p>{failureText}</p>
        <p>Nothing is lost. Please try again; if it happens once more, write to us.</p>
      </Banner>
    );
  if (visitorText)
    return (
      <Banner title="Not submitted yet" news={visitorText}>
        <p>{visitorText}</p>
        <p>Nothing is lost. If you are a person, one more click sends your music.</p>
        <div>
          <Button type="submit" name="intent" value="confirm" variant="default">
            I am a person, submit my music
          </Button>
        </div>
      </Banner>
    );
  if (obstacles.length === 0) return null;
  return (
    <Banner title="Required Information Missing" news={obstacles}>
      <ul className={styles.list}>
        {obstacles.map(({ step, text }) => (
          <li key={step + text}>
            <Link to={`${stepOf(step).path}?return=review`}>{text}</Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
