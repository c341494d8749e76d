import "@mantine/core/styles/Table.css";
import { Box, Table } from "@mantine/core";
import { Link, useNavigate } from "@remix-run/react";
import { MAX_SEARCH_RESULTS, type QueueView } from "~/domain/review/queue-filter";
import { useDesk } from "../desk/desk-context";
import type { QueueData } from "../desk/queue-data";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import { BulkForm } from "./bulk-form";
import styles from "./queue.module.css";
import { QueueHead } from "./queue-head";
import { QueueRow } from "./queue-row";

const EMPTY_TEXTS: Readonly<Record<QueueView, string>> = {
  waiting: "No release waits for us.",
  "waiting-list": "Nobody on the waiting list waits for a reply.",
  artist: "No release waits for changes by its artist.",
  all: "Nothing has come in yet.",
};

const rowLinks = () => [...document.querySelectorAll<HTMLElement>("a[data-row]")];

/** Moves the focus along the rows, without wrapping. */
function move(step: 1 | -1): void {
  const links = rowLinks();
  const row = document.activeElement?.closest("tr");
  const index = links.findIndex((link) => link.closest("tr") === row);
  links[index < 0 ? 0 : Math.min(links.length - 1, Math.max(0, index + step))]?.focus();
}

interface QueueListProps extends QueueData {
  /** The entry that is open beside the list. */
  currentId: string | undefined;
}

/** The list of the queue, with its filters and keys. */
export function QueueList(props: QueueListProps) {
  const { rows, currentId, view, query, before, after, tooMany, submissionsEnabled } = props;
  const { choose, chooseNone, chosen } = useDesk();
  const navigate = useNavigate();
  const index = rows.findIndex(({ id }) => id === currentId);
  const open = (step: 1 | -1) => () => {
    const path = index < 0 ? undefined : rows[index + step]?.path;
    if (path) navigate(path, { preventScrollReset: true });
    else if (index < 0) move(step);
  };
  /** The row with the focus, else that of the open entry. */
  const chooseRow = (isRange: boolean) => () => {
    const focused = document.activeElement?.closest("tr")?.querySelector("input")?.id;
    const id = focused?.replace("choose-", "") ?? currentId;
    if (id) choose(id, isRange);
  };
  useShortcuts({
    j: open(1),
    k: open(-1),
    x: chooseRow(false),
    X: chooseRow(true),
    o: currentId ? () => window.open(`/staff/submissions/${currentId}`) : undefined,
    f: () => document.getElementById("queue-filter")?.toggleAttribute("open"),
    "/": () => document.getElementById("queue-search")?.focus(),
    Escape: chosen.size > 0 ? chooseNone : undefined,
  });
  const isFiltered = query !== "" && query !== `view=${view}`;
  return (
    <section
      className={styles.queue}
      aria-label="Queue"
      data-choosing={chosen.size > 0 || undefined}
    >
      <QueueHead {...props} />
      <div className={styles.rows}>
        {!submissionsEnabled && (
          <p className={styles.note}>
            Submissions are closed. <a href="/staff/mode">Open them</a>
          </p>
        )}
        {tooMany && (
          <p role="status" className={styles.note}>
            More than {MAX_SEARCH_RESULTS} entries match. These are among the {MAX_SEARCH_RESULTS}{" "}
            that came last: add a word to find others.
          </p>
        )}
        {rows.length === 0 ? (
          <p className={styles.note}>{isFiltered ? "Nothing matches." : EMPTY_TEXTS[view]}</p>
        ) : (
          <Table aria-label="Review queue">
            <Table.Thead className="unseen">
              <Table.Tr>
                {["Choose", "Entry", "Reply due and owner"].map((column) => (
                  <Table.Th key={column} scope="col">
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <QueueRow key={row.id} row={row} isCurrent={row.id === currentId} />
              ))}
            </Table.Tbody>
          </Table>
        )}
        {(before || after) && (
          <Box component="nav" aria-label="Pages" className={styles.note}>
            {before && (
              <Link to={before} rel="prev">
                Earlier in the queue
              </Link>
            )}{" "}
            {after && (
              <Link to={after} rel="next">
                Further down the queue
              </Link>
            )}
          </Box>
        )}
        {rows.length > 0 && <BulkForm {...props} />}
      </div>
    </section>
  );
}
