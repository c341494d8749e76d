import { Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { EXPLICIT_LABELS } from "~/domain/artists/release/describe-details";
import { ISRC_EXAMPLE } from "~/platform/formats/isrc";
import { CodeField } from "~/ui/code-field";
import { CheckField, HiddenField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { FieldRow } from "~/ui/form-section";
import { SecondaryButton } from "~/ui/intent-button";
import { StatusMark } from "~/ui/status-mark";
import portal from "../portal.module.css";
import { TrackAiFields } from "./ai-fields";
import styles from "./details.module.css";
import { OtherLanguagesField } from "./other-languages";
import { RadioField } from "./radio-field";
import type { loader } from "./release-details-route.server";
import { trackLanguages } from "./release-fields";
import { type ProofView, TrackRightsFields } from "./rights-fields";

const explicit = [
  { value: "", label: "Choose one" },
  ...Object.entries(EXPLICIT_LABELS).map(([value, label]) => ({ value, label })),
];
const creditsAnswers = [
  { value: "right", label: "This is right" },
  { value: "change", label: "Something must change", more: true },
];

interface TrackFieldsProps {
  track: SerializeFrom<typeof loader>["tracks"][number];
  index: number;
  /** How many fields are still missing. */
  missingCount: number;
  isOpen: boolean;
  proofs: readonly ProofView[];
  /** Whether AI made parts of the release, so that it may differ by track. */
  asksAboutAi: boolean;
}

/** The ISRC: typed, taken from the file, or left to the label. */
function IsrcFields({ track, index }: Pick<TrackFieldsProps, "track" | "index">) {
  const prefix = `tracks[${index}]`;
  return (
    <Stack gap="xs">
      <TextField
        name={`${prefix}.isrc`}
        label="ISRC"
        hint={`The number of this one recording, by which plays are counted. Such as ${ISRC_EXAMPLE}.`}
        autoCapitalize="characters"
        spellCheck={false}
      />
      {track.isrcNote && (
        <Text size="sm" c="var(--waiting)">
          {track.isrcNote}
        </Text>
      )}
      {track.fileIsrc && (
        <Group gap="xs">
          <Text size="sm">The file says: ISRC {track.fileIsrc.code}</Text>
          <SecondaryButton intent={track.fileIsrc.intent} size="compact-md" mih={44}>
            Use it
            <VisuallyHidden> for {track.title || `track ${index + 1}`}</VisuallyHidden>
          </SecondaryButton>
        </Group>
      )}
      <CheckField name={`${prefix}.assignIsrc`} label="Please assign one for me" />
    </Stack>
  );
}

function SubmittedCredits({ credits }: Pick<TrackFieldsProps["track"], "credits">) {
  return (
    <div>
      <Text component="h3" fw={600} ff="text">
        Credits as you submitted them
      </Text>
      <dl className={portal.facts}>
        {credits.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The fields of a track, in details that need no script. */
export function TrackFields(props: TrackFieldsProps) {
  const { track, index, missingCount, isOpen, proofs, asksAboutAi } = props;
  const prefix = `tracks[${index}]`;
  return (
    <li>
      <Paper component="details" open={isOpen || undefined}>
        <Group component="summary" wrap="nowrap" mih={56} px="sm" className={styles.summary}>
          <Text span size="xl" ff="heading" c="dimmed">
            {index + 1}
          </Text>
          <Text span fw={600} flex={1} miw={0}>
            {track.title || `Track ${index + 1}`}
          </Text>
          <StatusMark tone={missingCount === 0 ? "good" : "neutral"}>
            {missingCount === 0 ? "Complete" : `${missingCount} missing`}
          </StatusMark>
        </Group>
        <Stack gap="md" p="sm">
          <HiddenField name={`${prefix}.id`} />
          <FieldRow>
            <IsrcFields track={track} index={index} />
            <TextField
              name={`${prefix}.version`}
              label="Version"
              hint="Such as Remix, Live or Acoustic."
              optional
            />
            <CodeField name={`${prefix}.iswc`} code="iswc" />
          </FieldRow>
          <FieldRow>
            <SelectField name={`${prefix}.explicit`} label="Explicit words" data={explicit} />
            <SelectField name={`${prefix}.language`} label="Language" data={trackLanguages} />
          </FieldRow>
          <OtherLanguagesField
            name={`${prefix}.otherLanguages`}
            hint="If its language isn't in the list, or it has several."
          />
          {track.explicitNote && (
            <Text size="sm" c="var(--waiting)">
              {track.explicitNote}
            </Text>
          )}
          <SubmittedCredits credits={track.credits} />
          <RadioField name={`${prefix}.credits`} legend="Are they right?" options={creditsAnswers}>
            <TextAreaField
              name={`${prefix}.creditsNote`}
              label="What must change"
              hint="Write the names as stores should show them, and what each person did."
              rows={3}
            />
          </RadioField>
          <TrackRightsFields index={index} proofs={proofs} isSolo={track.metadata.soloWork} />
          {asksAboutAi && <TrackAiFields prefix={`${prefix}.`} />}
          <details>
            <summary className={styles.fold}>Lyrics (optional)</summary>
            <TextAreaField
              name={`${prefix}.lyrics`}
              label={`Lyrics of ${track.title || `track ${index + 1}`}`}
              hint="Write them line by line. Stores show them with the song."
              optional
              rows={10}
            />
          </details>
        </Stack>
      </Paper>
    </li>
  );
}
