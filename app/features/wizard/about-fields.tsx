import { Checkbox } from "@mantine/core";
import { TextAreaField, TextField, useField } from "~/ui/field";
import { FormSection } from "~/ui/form-section";

export function AboutFields() {
  return (
    <>
      <FormSection title="Your story">
        <TextAreaField
          name="bio"
          label="Bio"
          optional
          rows={7}
          hint="Where you're from, what you've done, what's next."
        />
        <TextAreaField
          name="influences"
          label="For Fans Of"
          optional
          rows={2}
          hint="Artists whose fans would like your music."
        />
      </FormSection>
      <FormSection title="Publishing">
        <PublishingInterest />
        <TextField
          name="proNumber"
          label="PRO number"
          optional
          hint="A PRO, such as PRS, ASCAP or GEMA, collects money for songwriters when songs are played. Your number is in your account there."
        />
      </FormSection>
    </>
  );
}

function PublishingInterest() {
  const { id, name, defaultValue } = useField({
    name: "publishingAdministrationInterest",
    label: "",
  });
  return (
    <Checkbox
      role="switch"
      id={id}
      name={name}
      defaultChecked={defaultValue === "true" || defaultValue === "on"}
      label="I'm interested in publishing administration"
      description="Coming soon: we collect your songwriting royalties worldwide."
    />
  );
}
