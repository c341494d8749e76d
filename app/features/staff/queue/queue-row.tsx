import { Table, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import {
  IconBookmark,
  IconHeadphones,
  IconMailX,
  IconMessage,
  IconPhoto,
  IconRepeat,
  IconScale,
  IconTicket,
  IconTypography,
  IconVolumeOff,
  type TablerIcon,
} from "@tabler/icons-react";
import { serializeItemVersion } from "~/domain/review/decision";
import { kindLabels, queueTypeLabels } from "~/domain/review/queue-filter";
import { itemName } from "~/domain/review/review-item";
import type { RowSpecial } from "~/domain/review/row-specials";
import { INITIAL_STATUS, statusLabel, statusTone } from "~/reference/statuses";
import { StatusShape } from "~/ui/status-mark";
import { useDesk } from "../desk/desk-context";
import type { QueueRowData } from "../desk/queue-data";
import { DueDate } from "../due-date";
import { Initials } from "../initials";
import styles from "./queue.module.css";

/** The id of the form that the rows' check boxes belong to. */
export const BULK_FORM_ID = "choose";

/** In pixels; on phones it is larger by the style. */
const COVER_SIDE = 40;

const specialIcons: Readonly<Record<RowSpecial["kind"], TablerIcon>> = {
  mail: IconMailX,
  sound: IconVolumeOff,
  cover: IconPhoto,
  rights: IconScale,
  title: IconTypography,
  "sent-before": IconRepeat,
  invited: IconTicket,
  returning: IconTicket,
  notes: IconMessage,
  shortlist: IconBookmark,
};

const specialTones: Partial<Record<RowSpecial["kind"], string>> = {
  mail: "bad",
  sound: "waiting",
  cover: "waiting",
  rights: "waiting",
  title: "waiting",
};

const isReleaseType = (type: string): type is keyof typeof queueTypeLabels =>
  type in queueTypeLabels;

/** What it is, by one word or two: the status takes the place of the genre. */
function typeText({ kind, releaseType, genre, status }: QueueRowData): string {
  if (kind === "waiting") return kindLabels.waiting;
  const type = releaseType && isReleaseType(releaseType) ? queueTypeLabels[releaseType] : "";
  return [type, status === INITIAL_STATUS && genre].filter(Boolean).join(" · ");
}

function Special({ row, viewer }: { row: QueueRowData; viewer: string | undefined }) {
  const [special] = row.specials;
  if (viewer && special?.kind !== "mail")
    return (
      <span data-tone="good">
        <IconHeadphones size={14} aria-hidden="true" /> {viewer} is listening
      </span>
    );
  if (!special) return null;
  const Icon = specialIcons[special.kind];
  return (
    <span data-tone={specialTones[special.kind]}>
      <Icon size={14} aria-hidden="true" /> {special.text}
      {row.specials.length > 1 && (
        <span title={row.specials.map(({ text }) => text).join(", ")}>
          {" "}
          +{row.specials.length - 1}
        </span>
      )}
    </span>
  );
}

/** A row of the queue: cover, artist and title, what is special, when the reply is due, and whose it is. */
export function QueueRow({ row, isCurrent }: { row: QueueRowData; isCurrent: boolean }) {
  const { id, kind, artistName, title, status, artwork, path, assignedName } = row;
  const { chosen, choose, viewerOf } = useDesk();
  const viewer = viewerOf(id);
  const name = itemName(row);
  return (
    <Table.Tr
      className={styles.row}
      data-current={isCurrent || undefined}
      data-chosen={chosen.has(id) || undefined}
    >
      <Table.Td className={styles.choice}>
        <input
          type="checkbox"
          id={`choose-${id}`}
          name="item[]"
          value={serializeItemVersion(row)}
          form={BULK_FORM_ID}
          checked={chosen.has(id)}
          onChange={({ nativeEvent }) => choose(id, (nativeEvent as MouseEvent).shiftKey)}
          aria-label={`Choose ${name}`}
        />
      </Table.Td>
      <Table.Th scope="row" className={styles.entry}>
        <Link
          to={path}
          preventScrollReset
          data-row
          id={`row-${id}`}
          title={name}
          aria-current={isCurrent ? "page" : undefined}
        >
          {artwork ? (
            <img
              src={artwork}
              width={COVER_SIDE}
              height={COVER_SIDE}
              alt=""
              loading="lazy"
              className={styles.cover}
            />
          ) : (
            <span className={styles.cover} />
          )}
          <span className={styles.lines}>
            <span className={styles.name}>
              <strong>{artistName || "No name"}</strong>
              <VisuallyHidden>:</VisuallyHidden>{" "}
              <span className={styles.title}>{kind === "waiting" ? "Waiting list" : title}</span>
            </span>
            <span className={styles.facts}>
              {status !== INITIAL_STATUS && (
                <span data-tone={statusTone(status)}>
                  <StatusShape tone={statusTone(status)} /> {statusLabel(status)}
                </span>
              )}
              <span>{typeText(row)}</span>
              <Special row={row} viewer={viewer} />
            </span>
          </span>
        </Link>
      </Table.Th>
      <Table.Td className={styles.end}>
        <DueDate {...row} />
        {(viewer ?? assignedName) && (
          <Initials name={viewer ?? assignedName ?? ""} isListening={viewer !== undefined} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
