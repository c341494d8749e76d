import { Checkbox, Group, NativeSelect, Text, Textarea } from "@mantine/core";
import { MAX_REASON } from "~/domain/review/decision";
import type { SavedReason } from "~/domain/review/saved-reason";
import { statusExplanation } from "~/domain/submission/record/status-text";
import type { FieldErrors } from "~/forms/form-reply";
import {
  needsAgreement,
  type SubmissionStatus,
  statusesInWords,
  statusLabel,
  submissionStatuses,
} from "~/reference/statuses";
import { IntentButton } from "~/ui/intent-button";
import { Disclosure } from "./disclosure";

interface DecisionFieldsProps {
  /** Prefix of the ids, since a page may have two such forms. */
  idPrefix: string;
  /** The allowed new statuses. */
  statuses: readonly SubmissionStatus[];
  /** A hint about the choice. */
  hint?: string | undefined;
  values: { status: string; reason: string; onPaper?: boolean };
  errors: FieldErrors;
  /** Whether the artist has signed no agreement for the release. */
  isUnsigned?: boolean;
  /** With their fields filled for this entry. */
  savedReasons?: readonly SavedReason[];
}

/** Fills the reason in from a saved one, which without script is done by its button. */
export function SavedReasonChoice({
  idPrefix,
  savedReasons,
  intent = "use-reason",
}: {
  idPrefix: string;
  savedReasons: readonly SavedReason[];
  intent?: "use-reason" | "use-changes-reason";
}) {
  const fill = (id: string) => {
    const field = document.getElementById(`${idPrefix}-reason`);
    const chosen = savedReasons.find((reason) => reason.id === id);
    if (chosen && field instanceof HTMLTextAreaElement) field.value = chosen.text;
  };
  return (
    <Group align="end" gap="xs">
      <NativeSelect
        id={`${idPrefix}-savedReason`}
        name="savedReason"
        label="Saved reasons"
        data={[
          { value: "", label: "Choose" },
          ...savedReasons.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={({ currentTarget }) => fill(currentTarget.value)}
      />
      <IntentButton intent={intent} variant="default">
        Use this reason
      </IntentButton>
      <a href="/staff/reasons">Change the list</a>
    </Group>
  );
}

/** A status, and the reason that the artist reads. */
export function DecisionFields(props: DecisionFieldsProps) {
  const { idPrefix, statuses, hint, values, errors, isUnsigned, savedReasons = [] } = props;
  return (
    <>
      <NativeSelect
        id={`${idPrefix}-status`}
        name="status"
        label="New status"
        description={hint}
        // Keyed, so that each reply resets it, whatever the browser restored.
        key={`status ${values.status}`}
        defaultValue={values.status}
        error={errors.status?.text}
        data={[
          { value: "", label: "Choose" },
          ...statuses.map((value) => ({ value, label: statusLabel(value) })),
        ]}
      />
      <Disclosure summary="What each status means for the artist">
        <dl>
          {statuses.map((status) => (
            <div key={status}>
              <Text component="dt" fw={600}>
                {statusLabel(status)}
              </Text>
              <Text component="dd" size="sm">
                {statusExplanation(status)}
              </Text>
            </div>
          ))}
        </dl>
      </Disclosure>
      {savedReasons.length > 0 && (
        <SavedReasonChoice idPrefix={idPrefix} savedReasons={savedReasons} />
      )}
      <Textarea
        id={`${idPrefix}-reason`}
        name="reason"
        label="Reason"
        description={`The artist reads it. A rejection needs one. At most ${MAX_REASON} characters.`}
        rows={4}
        defaultValue={values.reason}
        error={errors.reason?.text}
      />
      {isUnsigned && (
        <Checkbox
          id={`${idPrefix}-onPaper`}
          name="onPaper"
          label="The artist signed the agreement on paper"
          description={`They haven't signed it here. Without a signature the release can't be ${statusesInWords(submissionStatuses.filter(needsAgreement))}.`}
          defaultChecked={values.onPaper}
          error={errors.onPaper?.text}
        />
      )}
    </>
  );
}
