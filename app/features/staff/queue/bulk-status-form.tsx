import { Button } from "@mantine/core";
import { STATUS_NOT_ALLOWED, statusesFor } from "~/domain/review/decision";
import type { QueueFilter } from "~/domain/review/queue-filter";
import { DecisionFields } from "../decision-fields";
import styles from "./bulk-status-form.module.css";
import { BULK_FORM_ID } from "./queue-list";

/** The form that sets one status for all chosen rows; a preview follows. */
export function BulkStatusForm({ query, kind }: { query: string; kind: QueueFilter["kind"] }) {
  return (
    <details className={styles.panel}>
      <summary className={styles.summary}>Set a status for those you choose</summary>
      <form id={BULK_FORM_ID} method="post" action="/staff/decide" className={styles.form}>
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
      </form>
    </details>
  );
}
