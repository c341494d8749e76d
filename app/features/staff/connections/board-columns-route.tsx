import { Button, Group } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { IntentButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { StatusMark } from "~/ui/status-mark";
import { DataTable } from "../data-table";
import { Dimmed } from "../dimmed";
import { pluralize } from "../format-count";
import { StaffPage } from "../staff-page";
import type { loader } from "./board-columns-route.server";

const HEADING = "Board columns";

export const meta = titled(HEADING);

type Board = NonNullable<SerializeFrom<typeof loader>["board"]>;

const states = {
  known: { word: "Mapped", tone: "good" },
  found: { word: "Found", tone: "waiting" },
  unfit: { word: "Wrong type", tone: "bad" },
  missing: { word: "Missing", tone: "bad" },
} as const;

function placeText({ status, column, types }: Board["rows"][number]): string {
  if (!column) return `no column has this title; it would be of type ${types[0] ?? "text"}`;
  const name = `"${column.title}" (${column.id}, ${column.type})`;
  if (status === "known") return name;
  if (status === "found") return `${name}, by its title and type`;
  return `${name}; it needs ${types.join(" or ")}`;
}

function summary({ name, columns, rows, missingCount }: Board): string {
  if (columns === 0) return `The board "${name}" has no columns. Create them all below.`;
  const foundCount = rows.length - missingCount;
  if (foundCount === 0)
    return `The board "${name}" has none of the columns that a submission needs. Create them below, or rename the board's columns as in this list.`;
  if (missingCount === 0)
    return `The board "${name}" has a column for each of the ${rows.length} fields.`;
  return `The board "${name}" has columns for ${foundCount} of the ${rows.length} fields. Until it has them all, no item can be created.`;
}

function createdText(params: URLSearchParams): string | undefined {
  const made = Number(params.get("made") ?? "");
  if (!Number.isInteger(made)) return undefined;
  const remaining = Number(params.get("left") ?? 0);
  const leftText = remaining > 0 ? ` ${remaining} are left: press again.` : "";
  return `${pluralize(made, "column")} ${made === 1 ? "was" : "were"} created, and the mapping is saved.${leftText}`;
}

function ColumnTable({ rows, isSaved, missingCount }: Board) {
  return (
    <>
      <form method="post">
        <Group>
          {!isSaved && (
            <IntentButton intent="map" variant={missingCount > 0 ? "default" : undefined}>
              Save this mapping
            </IntentButton>
          )}
          {missingCount > 0 && (
            <IntentButton intent="make">
              {missingCount === 1
                ? "Create the missing column"
                : `Create the ${missingCount} missing columns`}
            </IntentButton>
          )}
        </Group>
      </form>
      {isSaved && missingCount === 0 && <Dimmed>This mapping is in use.</Dimmed>}
      <DataTable
        label={HEADING}
        rows={rows}
        hidesHead
        columns={[
          ["Field", ({ title }) => title],
          [
            "Column",
            (row) => (
              <>
                <StatusMark tone={states[row.status].tone}>{states[row.status].word}</StatusMark>{" "}
                <Dimmed span>{placeText(row)}</Dimmed>
              </>
            ),
          ],
        ]}
      />
    </>
  );
}

export default function BoardColumns() {
  const { trouble, board } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <StaffPage
      above={<a href="/staff/connections">Connections</a>}
      heading={HEADING}
      notices={
        board && { saved: "Saved. It takes effect within a minute.", made: createdText(params) }
      }
      lead={board ? summary(board) : trouble}
    >
      {board ? (
        <ColumnTable {...board} />
      ) : (
        <p>
          <Button component="a" href="/staff/connections/board" variant="default">
            Read the board again
          </Button>
        </p>
      )}
    </StaffPage>
  );
}
