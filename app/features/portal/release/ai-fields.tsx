import { Stack, Text } from "@mantine/core";
import { AI_AMOUNTS, AI_PARTS, RELEASE_AI_PARTS } from "~/domain/artists/release/ai-disclosure";
import { SelectField, TextAreaField } from "~/ui/field";
import { FormSection } from "~/ui/form-section";
import styles from "./details.module.css";
import { RadioField, yesOrNo } from "./radio-field";

const amounts = Object.entries(AI_AMOUNTS).map(([value, label]) => ({ value, label }));
const trackAmounts = [{ value: "", label: "As the release" }, ...amounts];

interface PartFieldsProps {
  prefix?: string;
  parts: Readonly<Record<string, string>>;
  data: readonly { value: string; label: string }[];
}

/** How much of each part AI made. */
const PartFields = ({ prefix = "", parts, data }: PartFieldsProps) => (
  <div className={styles.parts}>
    {Object.entries(parts).map(([part, label]) => (
      <SelectField key={part} name={`${prefix}aiParts.${part}`} label={label} data={data} />
    ))}
  </div>
);

/** What AI made of the release. Who used none answers once. */
export function AiFields({ isAlbum }: { isAlbum: boolean }) {
  return (
    <FormSection
      title="AI"
      hint="Stores ask us this. Count what AI created. Don't count tools that only tune, clean or measure."
    >
      <RadioField name="ai" legend="Did AI make any part of it?" options={yesOrNo}>
        <Stack gap="md">
          <Text size="sm">
            How much of each part did AI make? Composition is the melody and the chords,
            post-production the mix, the master and effects.
            {isAlbum &&
              " Your answers count for all tracks. Where one differs, say so at that track once this is saved."}
          </Text>
          <PartFields parts={RELEASE_AI_PARTS} data={amounts} />
          <TextAreaField
            name="aiNote"
            label="What AI made, and with which tool"
            hint="Such as: the strings on track 2, with a sound generator."
            rows={3}
          />
        </Stack>
      </RadioField>
    </FormSection>
  );
}

/** What AI made of one track, where it differs from the others. */
export const TrackAiFields = ({ prefix }: { prefix: string }) => (
  <details>
    <summary className={styles.fold}>AI, if this track differs (optional)</summary>
    <PartFields prefix={prefix} parts={AI_PARTS} data={trackAmounts} />
  </details>
);
