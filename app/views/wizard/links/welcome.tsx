import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/controls";
import styles from "~/components/notice-page.module.css";
import { OtherDraft } from "../other-draft";
import own from "./links.module.css";

/** What this browser has under way. */
interface Beside {
  /** A draft that was begun with this link. */
  same: boolean;
  /** Another draft, which the new one takes the place of. */
  other?: { title: string } | undefined;
  /** The link to that other draft, once it was made. */
  url?: string | undefined;
}

/** The button that begins, or goes on. */
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
    <OtherDraft other={other} url={url} intent="start">
      Start your submission
    </OtherDraft>
  );
}

interface WelcomeProps extends Beside {
  eyebrow: string;
  heading: string;
  /** What stands in the banner below the name. */
  children: ReactNode;
}

/** The banner of a link that works, with the artist's name, and the way on. */
export function LinkWelcome({ eyebrow, heading, children, ...beside }: WelcomeProps) {
  return (
    <div className={styles.page}>
      <div className={own.banner}>
        <p className="eyebrow">{eyebrow}</p>
        <h1>{heading}</h1>
        {children}
      </div>
      <Begin {...beside} />
    </div>
  );
}
