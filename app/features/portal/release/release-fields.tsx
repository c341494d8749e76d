import { Group, Stack, Text } from "@mantine/core";
import { optionalCodes } from "~/platform/formats/optional-codes";
import { INSTRUMENTAL, languages } from "~/reference/languages";
import { CodeField } from "~/ui/code-field";
import { CheckField, HiddenField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { FieldRow, FormSection } from "~/ui/form-section";
import { AiFields } from "./ai-fields";
import styles from "./details.module.css";
import { OtherLanguagesField } from "./other-languages";
import { RadioField } from "./radio-field";
import { type ProofView, ReleaseRightsFields } from "./rights-fields";

const languageOptions = languages.map(({ name, code }) => ({ value: code, label: name }));
const releaseLanguages = [{ value: "", label: "Choose a language" }, ...languageOptions];
export const trackLanguages = [
  { value: "", label: "As the release" },
  { value: INSTRUMENTAL, label: "No words (instrumental)" },
  ...languageOptions,
];

const territories = [
  { value: "worldwide", label: "Worldwide" },
  { value: "except", label: "Worldwide, except in some countries", more: true },
  { value: "list", label: "Only in some countries", more: true },
];

/** The fields of the release as a whole. */
export function ReleaseFields({
  trackCount,
  people,
  proofs,
}: {
  trackCount: number;
  people: readonly { name: string }[];
  proofs: readonly ProofView[];
}) {
  return (
    <>
      <FormSection title="The release">
        {trackCount > 0 && (
          <Stack gap="xs">
            <TextField
              name="upc"
              label="UPC or EAN"
              hint="The barcode number by which stores know the release: 12 digits, or 13 as an EAN."
              inputMode="numeric"
            />
            <CheckField name="assignUpc" label="I have none. Please assign one for me" />
          </Stack>
        )}
        <FieldRow>
          <TextField
            name="labelName"
            label="Label name"
            hint="As stores show it. Your own name will do."
            autoComplete="organization"
          />
          <SelectField
            name="language"
            label="Language"
            hint="Of the titles, and of most of the words."
            data={releaseLanguages}
          />
        </FieldRow>
        <OtherLanguagesField
          name="otherLanguages"
          hint="If yours isn't in the list, or there are several. Write names or codes, with commas between them, such as Breton, br."
        />
      </FormSection>
      <FormSection
        title="Rights"
        hint="Stores show both lines under a release. © and ℗ say who owns what, and since when. Often both are you."
      >
        <Group wrap="nowrap" align="flex-end">
          <TextField name="cYear" label="© year" inputMode="numeric" w={96} />
          <TextField
            name="cName"
            label="© name"
            hint="© is the right in the artwork and the text. Who owns it?"
            flex={1}
          />
        </Group>
        <Group wrap="nowrap" align="flex-end">
          <TextField name="pYear" label="℗ year" inputMode="numeric" w={96} />
          <TextField
            name="pName"
            label="℗ name"
            hint="℗ is the right in the recordings. Who owns it?"
            flex={1}
          />
        </Group>
        <ReleaseRightsFields proofs={proofs} />
      </FormSection>
      <FormSection
        title="Where it may come out"
        hint="The territory is the list of countries where we may release it. Most choose worldwide."
      >
        <RadioField name="territory" legend="Territory" options={territories}>
          <TextAreaField
            name="countries"
            label="Countries"
            hint="One on each line, in English, such as Ireland. Commas between them are fine too."
            rows={4}
          />
        </RadioField>
      </FormSection>
      <AiFields isAlbum={trackCount > 1} />
      {people.length > 0 && (
        <details>
          <summary className={styles.fold}>ISNI of the people on it (optional)</summary>
          <Text size="sm" mb="xs">
            {optionalCodes.isni.hint}
          </Text>
          <FieldRow>
            {people.map(({ name }, index) => (
              <div key={name}>
                <HiddenField name={`people[${index}].name`} />
                <CodeField name={`people[${index}].isni`} code="isni" person={name} />
              </div>
            ))}
          </FieldRow>
        </details>
      )}
    </>
  );
}
