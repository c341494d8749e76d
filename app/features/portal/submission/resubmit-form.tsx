import { Checkbox, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { OtherDraft, SubmissionView } from "~/domain/submission/record/submission-view";
import { longDate } from "~/platform/formats/dates";
import { IntentButton } from "~/ui/intent-button";
import { NearDateNote } from "~/ui/near-date-note";
import { OtherDraftNotice } from "../other-draft-notice";

interface ResubmitFormProps {
  again: NonNullable<SubmissionView["again"]>;
  near: SubmissionView["near"];
  other: OtherDraft | undefined;
}

/** Starts a submission to fix again as a draft, or links to the new submission. */
export function ResubmitForm({ again, near, other }: ResubmitFormProps) {
  if (again !== "new" && again.sent) {
    const { id, reference, at: sentAt } = again.sent;
    return (
      <p>
        You sent a new version on {longDate(sentAt)}:{" "}
        <Link to={`/submission/${id}`} discover="none">
          {reference}
        </Link>
        .
      </p>
    );
  }
  return (
    <form method="post">
      <Stack>
        <p>
          {again === "new"
            ? "Correct it and send it again. We kept all your answers and files, so you don't need to upload anything again."
            : "You have started to correct it. We keep everything, and you haven't sent it yet."}
        </p>
        {near && (
          <>
            <NearDateNote {...near} />
            <Checkbox name="nextDate" label={`Move the release to ${longDate(near.next)}`} />
          </>
        )}
        {other && <OtherDraftNotice other={other} />}
        <p>
          <IntentButton intent="send-again">Fix it and send it again</IntentButton>
        </p>
      </Stack>
    </form>
  );
}
