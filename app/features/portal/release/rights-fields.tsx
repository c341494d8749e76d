import { Stack, Text } from "@mantine/core";
import { useRouteLoaderData } from "@remix-run/react";
import { SAMPLE_LABELS } from "~/domain/artists/release/rights";
import { TextField } from "~/ui/field";
import { RadioField } from "./radio-field";

const yesOrNo = [
  { value: "no", label: "No" },
  { value: "yes", label: "Yes", more: true },
];
const sampleAnswers = Object.entries(SAMPLE_LABELS).map(([value, label]) => ({
  value,
  label,
  more: value !== "no",
}));

/** A link as evidence; files go to the support address. */
function ProofField({ name, label }: { name: string; label: string }) {
  const address = useRouteLoaderData<{ supportEmail: string }>("root")?.supportEmail;
  return (
    <TextField
      name={name}
      label={label}
      hint={
        address && `Is it a file? Send it to ${address}, and write here on which day you sent it.`
      }
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** Rights questions about a track. @param prefix of its fields. */
export function TrackRightsFields({ prefix }: { prefix: string }) {
  return (
    <Stack gap="md">
      <RadioField
        name={`${prefix}.cover`}
        legend="Is it a cover version (a song that somebody else released first)?"
        options={yesOrNo}
      >
        <ProofField name={`${prefix}.coverProof`} label="Link to the licence or proof" />
      </RadioField>
      <RadioField
        name={`${prefix}.samples`}
        legend="Does it use samples (parts of other recordings)?"
        options={sampleAnswers}
      >
        <ProofField name={`${prefix}.samplesProof`} label="Link to the permission or proof" />
      </RadioField>
    </Stack>
  );
}

/** The rights question about the release as a whole. */
export function ReleaseRightsFields() {
  return (
    <>
      <RadioField
        name="workForHire"
        legend="Did you pay somebody to make a part of it (work for hire)?"
        options={yesOrNo}
      >
        <ProofField name="workForHireProof" label="Link to the agreement or proof" />
      </RadioField>
      <Text size="sm" c="dimmed">
        For example a beat, a singer or the cover picture.
      </Text>
    </>
  );
}
