import { Button, Group } from "@mantine/core";
import { Form, useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useOnChange } from "~/ui/use-on-change";
import { useDevTools } from "./use-dev-tools";

const MODE_FAILED = "The mode could not be changed, so it is as it was.";

const saveMode = (submissionsEnabled: boolean) =>
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
  currentPath: string;
  /** The mode on the server. */
  submissionsEnabled: boolean;
}

/**
 * A developer's switch between the full wizard and the waiting list. It switches at once, and back if the
 * server fails (specification, section 4). Without script it is a plain form.
 */
function ModeToggle({ action, currentPath, submissionsEnabled }: ModeToggleProps) {
  const [isFull, setIsFull] = useState(submissionsEnabled);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  useOnChange(submissionsEnabled, () => setIsFull(submissionsEnabled));
  const otherMode = isFull ? "waiting-list" : "full";

  async function toggleMode(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailed(false);
    setIsFull(!isFull);
    const stored = await saveMode(!isFull);
    setBusy(false);
    setFailed(!stored);
    if (stored) revalidate();
    else setIsFull(isFull);
  }

  return (
    <form method="post" action={action} onSubmit={toggleMode}>
      <input type="hidden" name="to" value={currentPath} />
      <input type="hidden" name="mode" value={otherMode} />
      <p>
        Submission mode: <strong>{isFull ? "full" : "waiting-list"}</strong>
      </p>
      <Button type="submit" variant="default">
        Switch to '{otherMode}'
      </Button>
      <p role="status">{failed && MODE_FAILED}</p>
    </form>
  );
}

/**
 * Shown on all pages of the wizard in development mode: what it skips, and how to switch validation and
 * submission mode.
 * @param action the address of the forms. @param currentPath the page to return to.
 */
export function DevBanner({ action, currentPath }: { action: string; currentPath: string }) {
  const { isEnabled, skipsValidation, submissionsEnabled = true } = useDevTools();
  if (!isEnabled) return null;
  return (
    <Group
      component="aside"
      aria-label="Development mode"
      justify="space-between"
      mb="md"
      p="sm"
      bg="var(--sunken)"
      // Dashed, unlike anything an artist sees.
      bd="1px dashed var(--waiting)"
    >
      <p>
        <strong className="eyebrow">Development mode</strong>{" "}
        {skipsValidation
          ? "Every step opens, and Next checks nothing. A submission is still checked in full."
          : "Validation is on: the steps work as they do for artists."}
      </p>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="to" value={currentPath} />
        <Button
          type="submit"
          name="validation"
          value={skipsValidation ? "on" : "off"}
          variant="default"
        >
          {skipsValidation ? "Turn validation on" : "Turn validation off"}
        </Button>
      </Form>
      <ModeToggle
        action={action}
        currentPath={currentPath}
        submissionsEnabled={submissionsEnabled}
      />
    </Group>
  );
}
