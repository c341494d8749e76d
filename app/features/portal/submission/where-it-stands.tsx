import { Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReleaseProgress } from "~/domain/submission/record/release-progress";
import { longDate } from "~/platform/formats/dates";
import { ReleaseLine } from "~/ui/release-line";

interface WhereItStandsProps {
  progress: ReleaseProgress;
  openedAt: string | null;
}

/** The line of states of one release, and what comes next. */
export function WhereItStands({ progress: { stages, next }, openedAt }: WhereItStandsProps) {
  const isWaiting = stages.some(({ name, state }) => name === "listened to" && state === "next");
  return (
    <Stack component="section" gap="xs" aria-labelledby="way">
      <VisuallyHidden component="h2" id="way">
        Progress
      </VisuallyHidden>
      <ReleaseLine stages={stages} />
      <p>
        <strong>{next.what}</strong> {next.when}
      </p>
      {isWaiting && (
        <Text size="sm" c="dimmed">
          {openedAt ? `A person opened it on ${longDate(openedAt)}.` : "It's in our queue."}
        </Text>
      )}
    </Stack>
  );
}
