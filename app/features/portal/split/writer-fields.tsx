import { Group, Stack, VisuallyHidden } from "@mantine/core";
import { SHARE_STATE_LABELS, type WriterState } from "~/domain/artists/splits/split-state";
import { shareNote } from "~/domain/submission/music/songwriters";
import { longTime } from "~/platform/formats/dates";
import { CheckField, HiddenField, TextField } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { ShareNote } from "~/ui/share-note";
import portal from "../portal.module.css";
import { ShareState } from "./share-state";
import styles from "./split.module.css";

interface WriterProps {
  prefix: string;
  removeIntent: string;
  number: number;
  /** The state of the share. */
  status: WriterState | undefined;
  share: { typedShare?: string | undefined; percentage: string };
}

/** The fields of a songwriter, with the state of their share. */
export function WriterFields({ prefix, removeIntent, number, status, share }: WriterProps) {
  const { state, note, changedAt } = status ?? { state: "unasked" as const };
  const since =
    changedAt && state !== "unasked" && state !== "me" ? `, ${longTime(changedAt)}` : "";
  return (
    <Stack component="li" className={styles.writer}>
      <HiddenField name={`${prefix}.id`} />
      <ShareState state={state}>
        {SHARE_STATE_LABELS[state]}
        {since}
      </ShareState>
      {note && state === "disputed" && <blockquote className={portal.quote}>{note}</blockquote>}
      <Group align="flex-start">
        <TextField
          name={`${prefix}.firstName`}
          label="First name"
          autoComplete="off"
          flex="1 1 160px"
        />
        <TextField
          name={`${prefix}.lastName`}
          label="Last name"
          autoComplete="off"
          flex="1 1 160px"
        />
        <TextField
          name={`${prefix}.percentage`}
          label="Share in percent"
          inputMode="numeric"
          autoComplete="off"
          flex="1 1 160px"
        />
      </Group>
      <ShareNote
        prefix={prefix}
        typedShare={share.typedShare}
        text={shareNote(share.typedShare, share.percentage)}
      />
      <Group align="flex-start">
        <TextField
          name={`${prefix}.email`}
          label="Email"
          type="email"
          inputMode="email"
          spellCheck={false}
          autoComplete="off"
          flex="1 1 160px"
          optional
        />
        <CheckField
          name={`${prefix}.me`}
          label="This is me"
          hint="We don't need to ask you."
          flex="1 1 160px"
        />
      </Group>
      <div>
        <IntentButton intent={removeIntent} variant="subtle">
          Remove<VisuallyHidden> songwriter {number}</VisuallyHidden>
        </IntentButton>
      </div>
    </Stack>
  );
}
