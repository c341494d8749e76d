import { submissionIntents } from "~/domain/submission/steps/waiting-list-answers";
import { LinkField, TextAreaField, useField } from "~/ui/field";
import { FormSection } from "~/ui/form-section";
import { RadioRow } from "~/ui/radio-row";

export const LISTEN_LINK = "listenLink";

/** The waiting list's fields besides the artist's sections. */
export function ProjectFields() {
  const { defaultValue: intent } = useField({ name: "submissionIntent", label: "" });
  const [first] = submissionIntents;
  return (
    <FormSection title="Your latest project">
      <LinkField
        name={LISTEN_LINK}
        label="Listen link"
        hint="Where we can hear it: SoundCloud, YouTube, Dropbox or any page that plays it. Private links are fine."
        optional={false}
      />
      <TextAreaField
        name="projectDescription"
        label="About the project"
        optional
        rows={4}
        hint="What it is, when it should come out, what you're looking for."
      />
      <RadioRow
        name="submissionIntent"
        legend="What would you like?"
        options={submissionIntents}
        picked={intent || first.value}
      />
    </FormSection>
  );
}
