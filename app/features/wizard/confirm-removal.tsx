import { Alert, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { useMusicPage } from "./music-page-context";

interface ConfirmRemovalProps {
  /** Whether a question is asked at this place. */
  isAskedHere: (question: NonNullable<ReturnType<typeof useMusicPage>["question"]>) => boolean;
  /** The selector of the element that gets the focus after the answer. */
  focusSelector: string;
}

/** Asks for confirmation before a button removes input or files. */
export function ConfirmRemoval({ isAskedHere, focusSelector }: ConfirmRemovalProps) {
  const { question } = useMusicPage();
  const current = question && isAskedHere(question) ? question : undefined;
  const wasAsked = useRef(false);
  useEffect(() => {
    // The focused button is removed with the question.
    if (wasAsked.current && !current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(focusSelector)?.focus();
    wasAsked.current = current !== undefined;
  }, [current, focusSelector]);
  if (!current) return null;
  return (
    // Not clipped, as the focus ring of a button would be.
    <Alert color="waiting">
      <p>{current.text}</p>
      <Group gap="xs" mt="sm">
        <IntentButton intent={current.intent}>{current.yes}</IntentButton>
        <SecondaryButton intent="update">{current.no}</SecondaryButton>
      </Group>
    </Alert>
  );
}
