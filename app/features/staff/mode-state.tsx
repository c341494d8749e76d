import { Paper, Stack } from "@mantine/core";
import { StatusMark } from "~/ui/status-chip";

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
        {unread && (
          <p>
            The switch could not be read just now, and as long as it cannot be, submissions are
            open.
          </p>
        )}
        <p>
          {submissionsEnabled
            ? "Anybody can send a release through the four steps."
            : "Whoever has not begun joins the waiting list instead: how to reach them, and a link to listen to. Artists with a draft under way finish it as ever."}
        </p>
      </Stack>
    </Paper>
  );
}
