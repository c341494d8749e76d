import { Group, Input, Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextAreaField } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import { TargetLink } from "../target-link";
import type { loader, SheetsReply } from "./sheets-route.server";

export const meta = titled("Sheets");

const EMPTY = { rows: "" };

export default function Sheets() {
  const { own, known } = useLoaderData<typeof loader>();
  const reply = useActionData<SheetsReply>();
  const templates = [
    ...own.map(({ isReady, updatedBy, ...template }) => ({
      ...template,
      note: isReady ? `Last changed by ${updatedBy}` : "Its columns are not confirmed yet",
    })),
    ...known.map((template) => ({ ...template, note: "Comes ready" })),
  ];
  return (
    <StaffPage
      heading="Sheets"
      lead="Add the template of your distributor once. Then each release has a sheet for it, filled in, under its files and for those you choose in the queue."
      notices={
        reply
          ? undefined
          : { saved: "Saved. Everybody on the team has it now.", removed: "Removed." }
      }
    >
      <section aria-label="Templates">
        <RowList rows={templates}>
          {({ id, name, note }) => (
            <>
              <TargetLink isName href={`/staff/sheets/${id}`}>
                {name}
              </TargetLink>
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            </>
          )}
        </RowList>
      </section>
      <h2>Add a template</h2>
      <PlainForm
        reply={reply}
        initial={EMPTY}
        encType="multipart/form-data"
        aria-label="New template"
      >
        <Stack gap="md">
          <Input.Wrapper
            id="file"
            label="Your distributor's file (optional)"
            description="XLSX or CSV. Its first rows are enough."
            error={reply?.errors.file?.text}
          >
            <Input
              id="file"
              type="file"
              name="file"
              accept=".xlsx,.csv,.tsv,.txt"
              aria-invalid={Boolean(reply?.errors.file)}
            />
          </Input.Wrapper>
          <TextAreaField
            name="rows"
            label="Or paste its first rows"
            hint="The row with the names of the columns, and an example below it if there is one."
            optional
          />
          <Group>
            <IntentButton intent="read">Read its columns</IntentButton>
          </Group>
        </Stack>
      </PlainForm>
    </StaffPage>
  );
}
