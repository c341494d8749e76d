import { Group, Paper, Stack } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_NOTE } from "~/domain/access/submission-mode";
import { TextAreaField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { FormAnswer } from "~/ui/plain-form";
import { StatusMark } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
import { StaffPage } from "../staff-page";
import type { action, loader } from "./mode-route.server";

const HEADING = "Submission mode";
const UNREAD_HINT = "We couldn't read the note. If you leave this empty, it stays the same. ";

export const meta = titled(HEADING);

function ModeState({ isOpen, isUnread }: { isOpen: boolean; isUnread: boolean | undefined }) {
  return (
    <Paper p="sm">
      <Stack gap="xs">
        <p>
          <StatusMark tone={isOpen ? "good" : "waiting"}>{isOpen ? "Open" : "Closed"}</StatusMark>
        </p>
        {isUnread && <p>We couldn't read this setting. Until we can, submissions are open.</p>}
        <p>
          {isOpen
            ? "Anybody can send a release through the four steps."
            : "New artists join the waiting list. They leave their contact details and a link to their music. Artists who have a draft can still finish it."}
        </p>
      </Stack>
    </Paper>
  );
}

/** The switch for submissions, and the note for artists while they are closed. */
export default function StaffMode() {
  const { submissionsEnabled, unread, updatedAt, updatedBy, displayed } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  // As the form shows it, to detect a change by somebody else.
  const current = reply?.displayed ?? displayed;
  const isUnread = current.mode === "unread";
  return (
    <StaffPage
      heading={HEADING}
      notices={reply ? undefined : { saved: "Saved. Every artist sees it within a minute." }}
    >
      <ModeState isOpen={submissionsEnabled} isUnread={unread} />
      {updatedAt && (
        <Dimmed>
          Last changed by {updatedBy ?? "somebody"}, <LocalTime at={updatedAt} />.
        </Dimmed>
      )}
      {reply?.isConflict && (
        <p>
          <a href="/staff/mode" target="_blank" rel="noreferrer">
            See the current version in a new tab
          </a>
        </p>
      )}
      <FormAnswer reply={reply} initial={{ note: current.note }}>
        <form method="post">
          <Stack>
            <input type="hidden" name="shownMode" value={current.mode} />
            <input type="hidden" name="shownNote" value={current.note} />
            <input type="hidden" name="shownAt" value={current.at} />
            <TextAreaField
              name="note"
              label="Note for artists"
              optional
              hint={`${isUnread ? UNREAD_HINT : ""}Shown while submissions are closed. You can say when you open again, for example. At most ${MAX_NOTE} characters.`}
            />
            <Group>
              <IntentButton intent={submissionsEnabled ? "close" : "open"}>
                {submissionsEnabled ? "Close submissions" : "Open submissions"}
              </IntentButton>
              {!isUnread && (
                <SecondaryButton intent="save-note">Save only the note</SecondaryButton>
              )}
            </Group>
          </Stack>
        </form>
      </FormAnswer>
    </StaffPage>
  );
}
