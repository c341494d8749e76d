import { Button, Stack, Text } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { Notice } from "../notice";
import type { loader } from "./board-columns-route.server";
import { ColumnTable } from "./column-table";

const HEADING = "Board columns";

export const meta = titled(HEADING);

function noticeText(params: URLSearchParams): string | undefined {
  if (params.has("saved")) return "Saved. It takes effect within a minute.";
  const madeCount = Number(params.get("made") ?? "");
  if (!params.has("made") || !Number.isInteger(madeCount)) return undefined;
  const remaining = Number(params.get("left") ?? 0);
  const remainingText = remaining > 0 ? ` ${remaining} are left: press again.` : "";
  return `${madeCount} ${madeCount === 1 ? "column was" : "columns were"} created, and the mapping is saved.${remainingText}`;
}

export default function BoardColumns() {
  const { trouble, board } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const message = noticeText(params);
  return (
    <Stack gap="md" maw={640}>
      <p className="eyebrow">
        <a href="/staff/connections">Connections</a>
      </p>
      <h1>{HEADING}</h1>
      {message && board && <Notice>{message}</Notice>}
      {board ? (
        <ColumnTable {...board} />
      ) : (
        <>
          <Text size="lg">{trouble}</Text>
          <p>
            <Button component="a" href="/staff/connections/board" variant="default">
              Read the board again
            </Button>
          </p>
        </>
      )}
    </Stack>
  );
}
