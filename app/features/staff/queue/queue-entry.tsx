import { Box, Checkbox, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { serializeItemVersion } from "~/domain/review/decision";
import { kindLabels, queueTypeLabels } from "~/domain/review/queue-filter";
import { isAwaitingReply, itemName } from "~/domain/review/review-item";
import { shortDate } from "~/platform/formats/dates";
import { StatusChip } from "~/ui/status-chip";
import { DueDate } from "../due-date";
import { PlayStart } from "./play-start";
import type { loader } from "./queue-route.server";
import { RowFlags } from "./row-flags";

export type QueueRow = SerializeFrom<typeof loader>["rows"][number];

/** The id of the form that the rows' checkboxes belong to. */
export const BULK_FORM_ID = "choose";

/** In pixels. */
const ARTWORK_SIDE = 56;

const isReleaseType = (type: string): type is keyof typeof queueTypeLabels =>
  type in queueTypeLabels;

/** For example "EP, 4 tracks, Folk". */
function releaseSummary({ kind, releaseType, trackCount, genre }: QueueRow): string {
  if (kind === "waiting") return kindLabels.waiting;
  const type = releaseType && isReleaseType(releaseType) ? queueTypeLabels[releaseType] : "";
  const tracks = trackCount ? `${trackCount} ${trackCount === 1 ? "track" : "tracks"}` : "";
  return [type, tracks, genre].filter(Boolean).join(", ");
}

/** A row of the queue. */
export function QueueEntry({ row }: { row: QueueRow }) {
  const { id, kind, artistName, title, reference, status, releaseDate, path } = row;
  const { dueAt, overdue, daysLeft, artwork, track, mine, hasNote, mailTrouble } = row;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          id={`choose-${id}`}
          name="item[]"
          value={serializeItemVersion(row)}
          form={BULK_FORM_ID}
          aria-label={`Choose ${itemName(row)}`}
        />
      </Table.Td>
      <Table.Td>
        <Box w={ARTWORK_SIDE} h={ARTWORK_SIDE} bg="var(--line)">
          {artwork && (
            <img
              src={artwork}
              width={ARTWORK_SIDE}
              height={ARTWORK_SIDE}
              alt=""
              loading="lazy"
              style={{ height: ARTWORK_SIDE, objectFit: "cover" }}
            />
          )}
        </Box>
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <Text component="a" href={path} display="block" py="xs" data-row id={`row-${id}`}>
          <strong>{artistName || "No name"}</strong>
          <VisuallyHidden>:</VisuallyHidden>{" "}
          <Text component="span" c="dimmed">
            {kind === "waiting" ? "Waiting list" : title}
          </Text>
        </Text>
        <Text size="sm" c="dimmed">
          {releaseSummary(row)}
        </Text>
      </Table.Th>
      <Table.Td>
        <Stack gap={4} align="start">
          <StatusChip status={status} />
          <RowFlags item={row} mine={mine} hasNote={hasNote} mailTrouble={mailTrouble} />
        </Stack>
      </Table.Td>
      <Table.Td>
        <DueDate
          dueAt={dueAt}
          overdue={overdue}
          isOwed={isAwaitingReply(row)}
          daysLeft={daysLeft}
        />
      </Table.Td>
      <Table.Td c="dimmed">
        {releaseDate && (
          <>
            Release <time dateTime={releaseDate}>{shortDate(releaseDate)}</time>
            <br />
          </>
        )}
        <VisuallyHidden>Reference </VisuallyHidden>
        <span data-figure>{reference}</span>
      </Table.Td>
      <Table.Td>{track && <PlayStart path={track.path} label={track.title} />}</Table.Td>
    </Table.Tr>
  );
}
