import { Alert, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { DataTable } from "../data-table";
import { Dimmed } from "../dimmed";
import { StaffPage } from "../staff-page";
import { TargetLink } from "../target-link";
import type { loader, TemplateReply } from "./template-route.server";
import type { TemplateView } from "./template-view.server";

export const meta = titled("Columns of a sheet");

type Choices = ReturnType<typeof useLoaderData<typeof loader>>["choices"];
type SheetView = TemplateView["sheets"][number];
type ColumnView = SheetView["columns"][number];

const LINES = [
  { value: "track", label: "A track" },
  { value: "release", label: "A release" },
  { value: "person", label: "A person, with their tracks" },
];

/** The fields in their groups; a column can also stay empty, or be the same on each line. */
const optionsOf = (choices: Choices) => [
  { value: "empty", label: "Leave it empty" },
  { value: "fixed", label: "The same text on each line" },
  ...choices.map(({ group, fields }) => ({
    group,
    items: fields.map(({ name, label }) => ({ value: name, label })),
  })),
];

export default function SheetTemplatePage() {
  const { name, seen, isReady, choices, view: stored } = useLoaderData<typeof loader>();
  const reply = useActionData<TemplateReply>();
  const { sheets, releases } = reply?.view ?? stored;
  return (
    <StaffPage
      heading="Columns of a sheet"
      maxWidth="none"
      above={<TargetLink href="/staff/sheets">Sheets</TargetLink>}
    >
      <Text maw={640}>
        {isReady
          ? "What each column of this template has."
          : "We matched its columns by their names and examples. Correct what is wrong, look at the preview, and save it: from then on each release has this sheet."}
      </Text>
      {reply?.trouble && <Alert color="bad">{reply.trouble}</Alert>}
      <PlainForm reply={reply} initial={{ name }} aria-label="Template">
        <input type="hidden" name="seen" value={seen ?? ""} />
        <Stack maw={640} gap="md">
          <TextField name="name" label="Name" hint="The team chooses it by this name." />
        </Stack>
        {sheets.map((sheet, index) => (
          <SheetFields
            key={sheet.name}
            {...{ sheet, choices, releases }}
            prefix={`sheets[${index}]`}
            hasName={sheets.length > 1}
          />
        ))}
        <Group gap="xs">
          <IntentButton intent="save">{seen === undefined ? "Save a copy" : "Save"}</IntentButton>
          <SecondaryButton intent="look">Show the preview</SecondaryButton>
          {seen !== undefined && <SecondaryButton intent="remove">Remove</SecondaryButton>}
        </Group>
      </PlainForm>
    </StaffPage>
  );
}

interface SheetFieldsProps {
  sheet: SheetView;
  choices: Choices;
  releases: readonly string[];
  prefix: string;
  hasName: boolean;
}

/** Where the lines of a sheet begin, what each is about, and what its columns have. */
function SheetFields({ sheet, choices, releases, prefix, hasName }: SheetFieldsProps) {
  const { name, line, header, start, rowCount, columns } = sheet;
  const options = optionsOf(choices);
  const number = { type: "number", min: 1, inputMode: "numeric", w: 200 } as const;
  return (
    <Stack component="section" gap="md" aria-label={name}>
      {hasName && <h2>{name}</h2>}
      <input type="hidden" name={`${prefix}.matched`} value={header + 1} />
      <Group gap="md" align="end">
        <NativeSelect
          name={`${prefix}.line`}
          label="Each line is"
          data={LINES}
          defaultValue={line}
        />
        <TextInput
          {...number}
          name={`${prefix}.header`}
          label="Row with the names"
          max={rowCount}
          defaultValue={header + 1}
        />
        <TextInput
          {...number}
          name={`${prefix}.start`}
          label="First line in row"
          max={rowCount + 1}
          defaultValue={start + 1}
        />
      </Group>
      <DataTable
        label={`Columns of ${name}`}
        rows={columns.map((column, index) => ({
          ...column,
          id: String(index),
          prefix: `${prefix}.columns[${index}]`,
        }))}
        columns={[
          ["Column", (column) => <ColumnName {...column} />],
          ["What it has", (column) => <ColumnFields {...column} options={options} />],
          [
            "Needed",
            (column) => (
              <Checkbox
                name={`${column.prefix}.isNeeded`}
                aria-label={`${column.name} is needed`}
                defaultChecked={column.isNeeded}
              />
            ),
          ],
          ...releases.map(
            (release, index) =>
              [
                release,
                ({ cells }: ColumnView) => (
                  <span style={{ overflowWrap: "anywhere" }}>{cells[index]}</span>
                ),
              ] as const,
          ),
        ]}
      />
    </Stack>
  );
}

function ColumnName({ name, example }: ColumnView) {
  return (
    <>
      {name}
      {example && <Dimmed>such as {example}</Dimmed>}
    </>
  );
}

interface ColumnFieldsProps extends ColumnView {
  prefix: string;
  options: ReturnType<typeof optionsOf>;
}

/** The field of a column; of a field with several formats the format, of a text the text. */
function ColumnFields({ name, prefix, options, field, format, formats, text }: ColumnFieldsProps) {
  return (
    <Stack gap={4}>
      <NativeSelect
        key={field}
        name={`${prefix}.field`}
        aria-label={`What ${name} has`}
        data={options}
        defaultValue={field}
      />
      {formats.length > 1 && (
        <NativeSelect
          key={`${field} ${format}`}
          name={`${prefix}.format`}
          aria-label={`How ${name} is written`}
          data={formats.map(({ id, label }) => ({ value: id, label }))}
          defaultValue={format}
        />
      )}
      {field === "fixed" && (
        <TextInput
          name={`${prefix}.text`}
          aria-label={`Text of ${name}`}
          defaultValue={text}
          maxLength={300}
        />
      )}
    </Stack>
  );
}
