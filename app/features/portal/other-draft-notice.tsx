import { Alert, Stack } from "@mantine/core";
import type { OtherDraft } from "~/domain/submission/record/submission-view";
import { LinkBox } from "~/ui/link-box";

/**
 * Says that another draft of this browser will be replaced, with the link to keep. Goes into the form whose
 * button confirms that when pressed again.
 */
export function OtherDraftNotice({ other }: { other: OtherDraft }) {
  return (
    <Alert color="waiting">
      <Stack>
        <p>
          This browser has another unfinished submission
          {other.title && `, "${other.title}"`}. We keep it too, but you need this link to open it
          later. Save the link, then press the button again.
        </p>
        <LinkBox url={other.url} label="Link to the other submission" />
        <input type="hidden" name="replace" value="on" />
      </Stack>
    </Alert>
  );
}
