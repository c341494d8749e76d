import { Alert, Text } from "@mantine/core";
import type { RejectedSubmission } from "~/domain/submission/record/submission-view";

/** Why the original submission was rejected, on every step of a draft that fixes it. */
export function RejectionNote({ title, reason }: RejectedSubmission) {
  return (
    <Alert role="complementary" aria-label="What to correct" color="waiting" mb="md">
      <p>
        You are correcting <strong>{title}</strong>, which wasn't approved.{" "}
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
