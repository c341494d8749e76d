import { Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { KEEP_TITLE, USE_FILE_TITLE } from "~/domain/submission/music/advice-intents";
import { IntentButton } from "~/ui/intent-button";
import { AdviceList } from "./advice-list";
import type { ShownAdvice } from "./shown-advice";

interface TitleNotesProps {
  advice: readonly ShownAdvice[];
  fieldId: string;
  /** What the file of a track says, where it differs from what is typed. */
  offer?: { trackId: string; title: string; artist: string | undefined } | undefined;
}

/** Below the field of a title: what its file says, and what stores may reject. It never blocks. */
export function TitleNotes({ advice, fieldId, offer }: TitleNotesProps) {
  const isName = advice.some(({ subject }) => subject === "artist");
  return (
    <Stack gap="xs" fz="sm" role="note" aria-label={`Notes on this ${isName ? "name" : "title"}`}>
      {offer && (
        <div>
          <p>
            The file says: title "{offer.title}"{offer.artist && `, artist "${offer.artist}"`}.
          </p>
          <Group gap="xs">
            <IntentButton
              intent={`${USE_FILE_TITLE}:${offer.trackId}:${offer.title}`}
              formAction={`#${fieldId}`}
              variant="default"
              size="compact-md"
              mih={44}
            >
              Use it<VisuallyHidden> as the title: {offer.title}</VisuallyHidden>
            </IntentButton>
            <IntentButton
              intent={`${KEEP_TITLE}:${offer.trackId}:${offer.title}`}
              formAction={`#${fieldId}`}
              variant="subtle"
              size="compact-md"
              mih={44}
            >
              No, thanks<VisuallyHidden>: not "{offer.title}"</VisuallyHidden>
            </IntentButton>
          </Group>
        </div>
      )}
      {advice.length > 0 && (
        <div>
          <Text inherit fw={600}>
            Stores may send this back; you can submit either way:
          </Text>
          <AdviceList advice={advice} landingId={fieldId} />
        </div>
      )}
    </Stack>
  );
}
