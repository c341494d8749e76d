import { Stack, Text, VisuallyHidden } from "@mantine/core";
import type { PendingAction } from "~/domain/submission/record/pending-actions";
import type { ReleaseProgress } from "~/domain/submission/record/release-progress";
import { longDate } from "~/platform/formats/dates";
import { ReleaseLine } from "~/ui/release-line";

interface WhereItStandsProps {
  progress: ReleaseProgress;
  openedAt: string | null;
  actions: readonly PendingAction[];
}

/** The line of states of one release, and what comes next. */
export function WhereItStands({ progress, openedAt, actions }: WhereItStandsProps) {
  const { stages, next } = progress;
  return (
    <Stack component="section" gap="xs" aria-labelledby="way">
      <VisuallyHidden component="h2" id="way">
        Progress
      </VisuallyHidden>
      <ReleaseLine stages={stages} />
      <p>
        <strong>{next.what}</strong> {next.when}
      </p>
      {actions.includes("review") && (
        <Text size="sm" c="dimmed">
          {openedAt ? `A person opened it on ${longDate(openedAt)}.` : "It's in our queue."}
        </Text>
      )}
    </Stack>
  );
}
