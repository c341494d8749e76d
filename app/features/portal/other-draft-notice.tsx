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
          {other.title && `, "${other.title}"`}. It's kept too, but from here on you'll need this
          link to open it. Keep it, then press the button once more.
        </p>
        <LinkBox url={other.url} label="Link to the other submission" />
        <input type="hidden" name="replace" value="on" />
      </Stack>
    </Alert>
  );
}
