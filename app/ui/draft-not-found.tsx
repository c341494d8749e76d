import { Button, Group, Stack } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { IntentButton } from "~/ui/intent-button";
import { SupportContact } from "./support";

export const DRAFT_NOT_FOUND_TITLE = "We can't find your draft";

/**
 * Explains why there is no draft, and offers what to do next.
 * @param text what happened. @param hasOtherDraft whether this browser has another draft.
 */
export function DraftNotFound({ text, hasOtherDraft }: { text: string; hasOtherDraft?: boolean }) {
  return (
    <Stack gap="md" maw={640} py="lg">
      <h1>{DRAFT_NOT_FOUND_TITLE}</h1>
      <p className="disc-lead">{text}</p>
      <Group>
        <DraftNotFoundLinks hasOtherDraft={hasOtherDraft} />
      </Group>
      <SupportContact />
    </Stack>
  );
}

/** Both reload the page, since this tab may still hold data of the lost draft. */
export function DraftNotFoundLinks({ hasOtherDraft }: { hasOtherDraft?: boolean | undefined }) {
  return (
    <>
      {hasOtherDraft ? (
        <Button component={Link} to="/submit" reloadDocument>
          Go to your submission
        </Button>
      ) : (
        <Form method="post" action="/submit?index" reloadDocument>
          <IntentButton intent="start-new">Start again</IntentButton>
        </Form>
      )}
      <Button component={Link} to="/submit/open" variant="default" reloadDocument>
        Open my link
      </Button>
    </>
  );
}
