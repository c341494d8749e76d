import { Box, Button, Paper, Stack } from "@mantine/core";
import { STATUS_NOT_ALLOWED, statusesFor } from "~/domain/review/decision";
import type { QueueFilter } from "~/domain/review/queue-filter";
import { DecisionFields } from "../decision-fields";
import { BULK_FORM_ID } from "./queue-list";

/** The form that sets one status for all chosen rows; a preview follows. */
export function BulkStatusForm({ query, kind }: { query: string; kind: QueueFilter["kind"] }) {
  return (
    <Paper component="details">
      <Box component="summary" px="sm" lh="var(--target)" style={{ cursor: "pointer" }}>
        Set a status for those you choose
      </Box>
      <form id={BULK_FORM_ID} method="post" action="/staff/decide">
        <Stack maw={560} p="sm" pt="xs">
          <input type="hidden" name="back" value={query} />
          <DecisionFields
            idPrefix="several"
            statuses={statusesFor(kind || "submission")}
            hint={kind ? undefined : STATUS_NOT_ALLOWED}
            values={{ status: "", reason: "" }}
            errors={{}}
          />
          <p>
            <Button type="submit" name="intent" value="preview">
              Look at it first
            </Button>
          </p>
        </Stack>
      </form>
    </Paper>
  );
}
