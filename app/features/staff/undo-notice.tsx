import { Alert, Group } from "@mantine/core";
import { useRef } from "react";
import { IntentButton } from "~/ui/intent-button";
import { useShortcuts } from "./shortcuts/use-shortcuts";

export interface UndoNoticeProps {
  /** What was decided, and when the email goes. */
  text: string;
  /** The page of the entry, which undoes it. */
  path: string;
  revision: number;
  /** Whether the page displays that entry. */
  isOnItsPage: boolean;
}

/** Tells of one's last decision, with a button that undoes it. */
export function UndoNotice({ text, path, revision, isOnItsPage }: UndoNoticeProps) {
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ u: () => button.current?.click() });
  return (
    <Alert role="status" color="good">
      <form method="post" action={path} aria-label="Undo the decision">
        <Group gap="xs">
          <span>{text}</span>
          <input type="hidden" name="decided" value={revision} />
          <IntentButton ref={button} intent="undo" variant="default">
            Undo
          </IntentButton>
          {!isOnItsPage && <a href={path}>Open it again</a>}
        </Group>
      </form>
    </Alert>
  );
}
