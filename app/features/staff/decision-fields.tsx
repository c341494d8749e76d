import { NativeSelect, Text, Textarea } from "@mantine/core";
import { MAX_REASON } from "~/domain/review/decision";
import { statusExplanation } from "~/domain/submission/record/status-text";
import type { FieldErrors } from "~/forms/form-reply";
import { type SubmissionStatus, statusLabel } from "~/reference/statuses";
import { Disclosure } from "./disclosure";

interface DecisionFieldsProps {
  /** The allowed new statuses. */
  statuses: readonly SubmissionStatus[];
  /** A hint about the choice. */
  hint?: string | undefined;
  values: { status: string; reason: string };
  errors: FieldErrors;
}

/** A status, and the reason that the artist reads. */
export function DecisionFields(props: DecisionFieldsProps) {
  const { statuses, hint, values, errors } = props;
  return (
    <>
      <NativeSelect
        id="several-status"
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
        id="several-reason"
        name="reason"
        label="Reason"
        description={`The artist reads it. A rejection needs one. At most ${MAX_REASON} characters.`}
        rows={4}
        defaultValue={values.reason}
        error={errors.reason?.text}
      />
    </>
  );
}
