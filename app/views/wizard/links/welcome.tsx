import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/controls";
import { LinkBox } from "~/components/link-box";
import styles from "~/components/notice-page.module.css";
import { clear } from "~/uploads/sending/upload-queue.client";
import own from "./links.module.css";

/** What this browser has under way. */
export interface Beside {
  /** A draft that was begun with this link. */
  same: boolean;
  /** Another draft, which the new one takes the place of. */
  other?: { title: string } | undefined;
  /** The link to that other draft, once it was made. */
  url?: string | undefined;
}

/** The button that begins, or goes on; before it the other draft, which is not to be lost. */
function Begin({ same, other, url }: Beside) {
  if (same)
    return (
      <Form method="post">
        <Button type="submit" name="intent" value="start">
          Continue your submission
        </Button>
      </Form>
    );
  return (
    <>
      {other && (
        <>
          <p>
            This browser already has another unfinished submission
            {other.title && `, "${other.title}"`}. It's kept, but from here on you'll need its link
            to open it.
          </p>
          {url ? (
            <LinkBox url={url} label="Link to the other submission" />
          ) : (
            <Form method="post">
              <Button type="submit" name="intent" value="keep-other">
                Make a link to the other one first
              </Button>
            </Form>
          )}
        </>
      )}
      {/* Files chosen in this tab belong to what was open in it before. */}
      <Form method="post" onSubmit={() => clear()}>
        <Button
          type="submit"
          name="intent"
          value="start"
          variant={other && !url ? "default" : undefined}
        >
          Start your submission
        </Button>
      </Form>
    </>
  );
}

interface WelcomeProps extends Beside {
  eyebrow: string;
  heading: string;
  /** What stands in the banner below the name. */
  children: ReactNode;
}

/** The banner of a link that works, with the artist's name, and the way on. */
export function Welcome({ eyebrow, heading, children, ...beside }: WelcomeProps) {
  return (
    <div className={styles.page}>
      <div className={own.banner}>
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h1>{heading}</h1>
        {children}
      </div>
      <Begin {...beside} />
    </div>
  );
}
