import { Form, useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { Button } from "~/components/controls";
import { useOnChange } from "~/components/use-on-change";
import styles from "./dev-banner.module.css";
import { useDevTools } from "./use-dev-tools";

const NOT_MOVED = "The mode could not be changed, so it is as it was.";

const store = (submissionsEnabled: boolean) =>
  fetch("/api/config/set", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ submissionsEnabled }),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

interface ModeToggleProps {
  action: string;
  here: string;
  /** As the server has it. */
  submissionsEnabled: boolean;
}

/**
 * A developer's switch between the full wizard and the waiting list: it moves at once, and back where
 * the server does not follow (specification, section 4). Without script it is a form like any other.
 */
function ModeToggle({ action, here, submissionsEnabled }: ModeToggleProps) {
  const [full, setFull] = useState(submissionsEnabled);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  useOnChange(submissionsEnabled, () => setFull(submissionsEnabled));
  const other = full ? "waiting-list" : "full";

  async function flip(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailed(false);
    setFull(!full);
    const stored = await store(!full);
    setBusy(false);
    setFailed(!stored);
    if (stored) revalidate();
    else setFull(full);
  }

  return (
    <form method="post" action={action} onSubmit={flip}>
      <input type="hidden" name="to" value={here} />
      <input type="hidden" name="mode" value={other} />
      <p>
        Submission mode: <strong>{full ? "full" : "waiting-list"}</strong>
      </p>
      <Button type="submit" variant="default">
        Switch to '{other}'
      </Button>
      <p role="status">{failed && NOT_MOVED}</p>
    </form>
  );
}

/**
 * Says on every page of the wizard that a developer's shortcuts are on, what they skip, and how to
 * meet the rules as an artist does; and switches the submission mode.
 * @param action where the switches post. @param here the page to come back to.
 */
export function DevBanner({ action, here }: { action: string; here: string }) {
  const { isEnabled, skipsValidation, submissionsEnabled = true } = useDevTools();
  if (!isEnabled) return null;
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
