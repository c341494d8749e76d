import { Box, Checkbox, Paper, Stack } from "@mantine/core";
import { STATUS_NOT_ALLOWED, statusesFor } from "~/domain/review/decision";
import { MAX_CHOSEN, type QueueView, type ReviewKind } from "~/domain/review/queue-filter";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { DecisionFields } from "../decision-fields";
import type { QueueData } from "../desk/queue-data";
import { BULK_FORM_ID } from "./queue-row";

/** Undefined for views of both kinds. */
const kindOfView: Readonly<Record<QueueView, ReviewKind | undefined>> = {
  waiting: "submission",
  "waiting-list": "waiting",
  artist: "submission",
  all: undefined,
};

/** The form that sets one status for the chosen rows, or for all that match; a preview follows. */
export function BulkForm({ query, filter, view }: QueueData) {
  const kind = filter.kind || kindOfView[view];
  return (
    <Paper component="details">
      <Box component="summary" px="sm" lh="var(--target)" style={{ cursor: "pointer" }}>
        For those you choose: a status or a sheet
      </Box>
      <form id={BULK_FORM_ID} method="post" action="/staff/decide">
        <Stack maw={560} p="sm" pt="xs">
          <input type="hidden" name="back" value={query} />
          <Checkbox
            id="choose-all"
            name="all"
            value="1"
            label="Choose all that match"
            description={`Also those on other pages, up to ${MAX_CHOSEN}. You see them before anything is set.`}
          />
          <DecisionFields
            statuses={statusesFor(kind ?? "submission")}
            hint={kind ? undefined : STATUS_NOT_ALLOWED}
            values={{ status: "", reason: "" }}
            errors={{}}
          />
          <p>
            <IntentButton intent="preview">Look at it first</IntentButton>{" "}
            <SecondaryButton intent="sheets" formAction="/staff/sheets/chosen">
              Sheets of those you choose
            </SecondaryButton>
          </p>
        </Stack>
      </form>
    </Paper>
  );
}
