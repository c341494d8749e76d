import { Group, Input, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ChangeEvent } from "react";
import { SAMPLE_LABELS } from "~/domain/artists/release/rights";
import {
  ADD_PROOF,
  findProof,
  MAX_PROOF_BYTES,
  type ProofFile,
  type ProofQuestion,
  proofField,
  removeProofIntent,
} from "~/domain/artists/release/rights-proofs";
import { trackIdAt } from "~/domain/artists/release-tracks";
import { megabytes } from "~/platform/formats/bytes";
import { TextField, useField } from "~/ui/field";
import { FieldRow } from "~/ui/form-section";
import { SecondaryButton } from "~/ui/intent-button";
import { RadioField, yesOrNo } from "./radio-field";

/** A stored file of proof. */
export interface ProofView extends ProofFile {
  /** Such as "2 MB". */
  size: string;
  url: string;
}

const soloCoverAnswers = [
  { value: "others", label: "Somebody else. I made this recording alone" },
  { value: "own", label: "I did, so it is no cover version" },
];
const sampleAnswers = Object.entries(SAMPLE_LABELS).map(([value, label]) => ({
  value,
  label,
  more: value !== "no",
}));

interface ProofFieldsProps {
  question: ProofQuestion;
  /** Of the track's fields; empty for the release. */
  prefix: string;
  label: string;
  proof: ProofView | undefined;
}

/** Evidence for an answer: a link, a file, or both. */
function ProofFields({ question, prefix, label, proof }: ProofFieldsProps) {
  return (
    <Stack gap="sm">
      <TextField
        name={`${prefix}${question}Proof`}
        label={`Link to ${label}`}
        autoCapitalize="none"
        spellCheck={false}
      />
      {/* A new file gets an empty field. */}
      <ProofFileField
        key={proof?.id}
        name={proofField(question, prefix)}
        label={label}
        proof={proof}
      />
    </Stack>
  );
}

/** A chosen file is sent at once; without script by the button beside it. */
function ProofFileField({
  name,
  label,
  proof,
}: {
  name: string;
  label: string;
  proof: ProofView | undefined;
}) {
  const { id, error } = useField({ name, label });
  const descriptionIds = [error && `${id}-error`, `${id}-description`].filter(Boolean).join(" ");
  const sendFile = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.currentTarget.files?.length) document.getElementById(`${id}-add`)?.click();
  };
  return (
    <>
      {proof && (
        <Group gap="xs">
          <Text span size="sm" miw={0} style={{ overflowWrap: "anywhere" }}>
            File: <a href={proof.url}>{proof.fileName}</a> ({proof.size})
          </Text>
          <SecondaryButton intent={removeProofIntent(proof.id)} size="compact-md" mih={44}>
            Remove
            <VisuallyHidden> {proof.fileName}</VisuallyHidden>
          </SecondaryButton>
        </Group>
      )}
      <Input.Wrapper
        id={id}
        label={proof ? "Another file in its place" : `Or ${label} as a file`}
        description={`PDF, JPEG or PNG, at most ${megabytes(MAX_PROOF_BYTES)} MB.`}
        error={error}
      >
        <Input
          id={id}
          type="file"
          name={name}
          accept=".pdf,.jpg,.jpeg,.png"
          aria-invalid={Boolean(error)}
          aria-describedby={descriptionIds}
          onChange={sendFile}
        />
      </Input.Wrapper>
      <div>
        <SecondaryButton id={`${id}-add`} intent={ADD_PROOF}>
          Add the file
        </SecondaryButton>
      </div>
    </>
  );
}

interface TrackRightsFieldsProps {
  index: number;
  proofs: readonly ProofView[];
  isSolo: boolean;
}

/** Rights questions about a track. */
export function TrackRightsFields({ index, proofs, isSolo }: TrackRightsFieldsProps) {
  const prefix = `tracks[${index}].`;
  const trackId = trackIdAt(index);
  return (
    <Stack gap="md">
      <RadioField
        name={`${prefix}cover`}
        legend="Is it a cover version (a song that somebody else released first)?"
        options={yesOrNo}
      >
        <Stack gap="md">
          {isSolo && (
            <RadioField
              name={`${prefix}soloCover`}
              legend="You submitted this track as solo work. Who wrote the song?"
              options={soloCoverAnswers}
            />
          )}
          <FieldRow>
            <TextField
              name={`${prefix}coverWriters`}
              label="Original songwriters"
              hint="Who wrote the song, with commas between the names. We don't ask them to confirm anything."
            />
            <TextField
              name={`${prefix}coverPublisher`}
              label="Publisher"
              hint="The company that has the rights in the song, if you know it."
              optional
            />
          </FieldRow>
          <ProofFields
            question="cover"
            prefix={prefix}
            label="the licence or proof"
            proof={findProof(proofs, { trackId, question: "cover" })}
          />
        </Stack>
      </RadioField>
      <RadioField
        name={`${prefix}samples`}
        legend="Does it use samples (parts of other recordings)?"
        options={sampleAnswers}
      >
        <ProofFields
          question="samples"
          prefix={prefix}
          label="the permission or proof"
          proof={findProof(proofs, { trackId, question: "samples" })}
        />
      </RadioField>
    </Stack>
  );
}

/** The rights question about the release as a whole. */
export function ReleaseRightsFields({ proofs }: { proofs: readonly ProofView[] }) {
  return (
    <>
      <RadioField
        name="workForHire"
        legend="Did you pay somebody to make a part of it (work for hire)?"
        options={yesOrNo}
      >
        <ProofFields
          question="workForHire"
          prefix=""
          label="the agreement or proof"
          proof={findProof(proofs, { trackId: "", question: "workForHire" })}
        />
      </RadioField>
      <Text size="sm" c="dimmed">
        For example a beat, a singer or the cover picture.
      </Text>
    </>
  );
}
