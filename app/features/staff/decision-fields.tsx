import { Checkbox, NativeSelect, Text, Textarea } from "@mantine/core";
import { MAX_REASON } from "~/domain/review/decision";
import { statusExplanation } from "~/domain/review/status-explanation";
import { type SubmissionStatus, statusLabel } from "~/domain/submission/record/board-labels";
import type { FieldErrors } from "~/forms/form-reply";
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
}

/** A status, and the reason that the artist reads. */
export function DecisionFields(props: DecisionFieldsProps) {
  const { idPrefix, statuses, hint, values, errors, isUnsigned } = props;
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
          description="They haven't signed it here. Without a signature the release can't be Live or Active."
          defaultChecked={values.onPaper}
          error={errors.onPaper?.text}
        />
      )}
    </>
  );
}
