import { Paper, Stack } from "@mantine/core";
import { StatusMark } from "~/ui/status-mark";

interface Mode {
  submissionsEnabled: boolean;
  /** Whether the switch could not be read. */
  unread?: boolean;
}

/** Whether submissions are open, in words, colour and shape, and what that means for artists. */
export function ModeState({ submissionsEnabled, unread }: Mode) {
  return (
    <Paper p="sm">
      <Stack gap="xs">
        <p>
          <StatusMark tone={submissionsEnabled ? "good" : "waiting"}>
            {submissionsEnabled ? "Open" : "Closed"}
          </StatusMark>
        </p>
        {unread && <p>We couldn't read this setting. Until we can, submissions are open.</p>}
        <p>
          {submissionsEnabled
            ? "Anybody can send a release through the four steps."
            : "New artists join the waiting list. They leave their contact details and a link to their music. Artists who have a draft can still finish it."}
        </p>
      </Stack>
    </Paper>
  );
}
