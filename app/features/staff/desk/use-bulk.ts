import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { serializeItemVersion } from "~/domain/review/decision";
import { ownTimeZone } from "~/domain/review/snooze";
import type { SeveralReply } from "../queue/bulk-reply.server";
import type { QueueRowData } from "./queue-data";

/** What became of a decision about several entries. */
interface BulkDone {
  text: string;
  /** The entries as they are now, to undo it. */
  items: string[];
}

export interface Bulk {
  /** Ids of the chosen entries. */
  chosen: ReadonlySet<string>;
  chosenRows: readonly QueueRowData[];
  /** Chooses an entry, or not any more; with a range all from the last one to this. */
  choose: (id: string, isRange?: boolean) => void;
  chooseNone: () => void;
  /** Posts one decision for all that are chosen. */
  decideAll: (form: FormData) => void;
  /** Takes all that are chosen, or puts them off until tomorrow. */
  changeAll: (intent: "take" | "snooze") => void;
  bulkDone: BulkDone | undefined;
}

/** The choice after a press: of one row, or with a range of all from the last one to this. */
export function chooseRows(
  { ids, chosen, last }: { ids: readonly string[]; chosen: ReadonlySet<string>; last?: string },
  id: string,
  isRange: boolean,
): ReadonlySet<string> {
  const [from = 0, to = 0] = [ids.indexOf(last ?? id), ids.indexOf(id)].sort((a, b) => a - b);
  const range = isRange && from >= 0 ? ids.slice(from, to + 1) : [];
  const next = new Set([...chosen, ...range]);
  if (range.length === 0 && !next.delete(id)) next.add(id);
  return next;
}

function doneOf(reply: SeveralReply | undefined): BulkDone | undefined {
  if (reply?.kind !== "done") return undefined;
  const { done, left, status } = reply;
  const rest = left.length > 0 ? `, ${left.length} left as they were` : "";
  return {
    text: `${done.length} ${done.length === 1 ? "is" : "are"} ${status} now${rest}`,
    items: done.flatMap(({ id, revision }) =>
      revision === undefined ? [] : [serializeItemVersion({ id, revision })],
    ),
  };
}

/** The entries that are chosen to be decided together. @param rows all of the list, in its order. */
export function useBulk(rows: readonly QueueRowData[]): Bulk {
  const [all, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const fetcher = useFetcher<SeveralReply>();
  const ids = rows.map(({ id }) => id);
  // Another filter may not have all of them.
  const chosenRows = rows.filter(({ id }) => all.has(id));
  const chosen = new Set(chosenRows.map(({ id }) => id));
  const chooseNone = () => setChosen(new Set());
  const post = (form: FormData) => {
    form.set("then", "stay");
    fetcher.submit(form, { method: "post", action: "/staff/decide" });
    chooseNone();
  };
  return {
    chosen,
    chosenRows,
    choose: (id, isRange = false) => {
      setChosen(chooseRows({ ids, chosen, last }, id, isRange));
      setLast(id);
    },
    chooseNone,
    decideAll: post,
    changeAll: (intent) => {
      const form = new FormData();
      for (const row of chosenRows) form.append("item[]", serializeItemVersion(row));
      form.set("intent", intent);
      if (intent === "snooze") form.set("zone", ownTimeZone());
      post(form);
    },
    bulkDone: fetcher.state === "idle" ? doneOf(fetcher.data) : undefined,
  };
}
