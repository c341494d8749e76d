import { Alert, Text } from "@mantine/core";
import type { SubmissionToFix } from "~/domain/submission/record/submission-view";

/** What the team wrote about the original submission, on every step of a draft that fixes it. */
export function RejectionNote({ kind, title, reason }: SubmissionToFix) {
  return (
    <Alert role="complementary" aria-label="What to correct" color="waiting" mb="md">
      <p>
        You are correcting <strong>{title}</strong>
        {kind === "rejected" ? ", which wasn't approved" : ""}.{" "}
        {reason ? "We said:" : "If you don't know why, write to us before you send it again."}
      </p>
      {reason && (
        <Text component="blockquote" size="lg" mt="xs" style={{ whiteSpace: "pre-line" }}>
          {reason}
        </Text>
      )}
    </Alert>
  );
}
