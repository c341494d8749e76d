import { Paper } from "@mantine/core";
import type { groupActions } from "~/domain/submission/record/pending-actions";
import { DefinitionList } from "./definition-list";

/** Who is to do what next. */
export function WaitsFor({ groups }: { groups: ReturnType<typeof groupActions> }) {
  if (groups.length === 0) return null;
  return (
    <Paper component="section" p="sm" aria-labelledby="waits-for">
      <h2 id="waits-for">Waits for</h2>
      <DefinitionList rows={groups.map(({ name, labels }) => [name, labels.join(", ")])} />
    </Paper>
  );
}
