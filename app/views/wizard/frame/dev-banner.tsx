import { Form } from "@remix-run/react";
import { Button } from "~/components/controls";
import styles from "./dev-banner.module.css";
import { useDevTools } from "./dev-tools";
import { ModeToggle } from "./mode-toggle";

/**
 * Says on every page of the wizard that a developer's shortcuts are on, what they skip, and how to
 * meet the rules as an artist does; and switches the submission mode.
 * @param action where the switches post. @param here the page to come back to.
 */
export function DevBanner({ action, here }: { action: string; here: string }) {
  const { on, skipsValidation, submissionsEnabled = true } = useDevTools();
  if (!on) return null;
  return (
    <aside aria-label="Development mode" className={styles.banner}>
      <p>
        <strong className={styles.name}>Development mode</strong>{" "}
        {skipsValidation
          ? "Every step opens, and Next checks nothing. A submission is still checked in full."
          : "Validation is on: the steps work as they do for artists."}
      </p>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="to" value={here} />
        <Button
          type="submit"
          name="validation"
          value={skipsValidation ? "on" : "off"}
          variant="default"
        >
          {skipsValidation ? "Turn validation on" : "Turn validation off"}
        </Button>
      </Form>
      <ModeToggle action={action} here={here} submissionsEnabled={submissionsEnabled} />
    </aside>
  );
}
