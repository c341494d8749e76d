import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { serializeItemVersion } from "~/domain/review/decision";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import { ownTimeZone } from "~/platform/formats/time-zone";
import { useOnMount } from "~/ui/use-on-change";
import type { SeveralReply } from "../queue/bulk-reply.server";
import type { QueueRowData } from "./queue-data";

/** The answer where the server fails. */
export const UNSENT = { kind: "unsent" } as const;

/** What is told of what was done with several entries. */
export interface BulkNotice {
  text: string;
  more?: string | undefined;
  /** The entries as they are now, to undo it. */
  items: readonly string[];
  isBad?: boolean;
}

export interface Bulk {
  chosen: ReadonlySet<string>;
  chosenRows: readonly QueueRowData[];
  /** Chooses an entry, or not any more; with a range all from the last one to this. */
  choose: (id: string, isRange?: boolean) => void;
  chooseNone: () => void;
  decideAll: (form: FormData) => void;
  /** Takes all that are chosen, or puts them off until tomorrow. */
  changeAll: (intent: "take" | "snooze") => void;
  undoAll: () => void;
  bulkNotice: BulkNotice | undefined;
  closeBulkNotice: () => void;
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

/** So many entries are named in a notice. */
const MAX_NAMES = 3;

function namesOf(entries: readonly { name: string }[]): string {
  const names = entries.slice(0, MAX_NAMES).map(({ name }) => name);
  const others = entries.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

/** What an answer tells. */
export function noticeOf(reply: SeveralReply | typeof UNSENT): BulkNotice {
  const refused = { text: "Not sent: nothing was changed", items: [], isBad: true };
  if (reply.kind === "unsent")
    return {
      ...refused,
      more: "We could not reach the server. All are still chosen, so you can send it again.",
    };
  if (reply.kind === "asked") return { ...refused, more: Object.values(reply.errors)[0]?.text };
  const { done, left, status } = reply;
  const [first] = left;
  const items = done.flatMap(({ id, revision }) =>
    revision === undefined ? [] : [serializeItemVersion({ id, revision })],
  );
  const rest = first && `, ${left.length} left as ${left.length === 1 ? "it was" : "they were"}`;
  const mails = `Their emails go out in ${STATUS_MAIL_SECONDS / 60} minutes.`;
  return {
    text:
      done.length === 0
        ? "Nothing was changed"
        : `${done.length} ${done.length === 1 ? "is" : "are"} ${status} now${rest ?? ""}`,
    more: first ? `${first.name}: ${first.why}` : items.length > 0 ? mails : namesOf(done),
    items,
    isBad: done.length === 0,
  };
}

/** The entries that are chosen to be decided together. @param rows all of the list, in its order. */
export function useBulk(rows: readonly QueueRowData[]): Bulk {
  const [all, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const [closed, setClosed] = useState<unknown>();
  const { submit, data, state } = useFetcher<SeveralReply | typeof UNSENT>();
  const reply = state === "idle" ? data : undefined;
  const ids = rows.map(({ id }) => id);
  // Another filter may not have all of them.
  const chosenRows = rows.filter(({ id }) => all.has(id));
  const chosen = new Set(chosenRows.map(({ id }) => id));
  // What was ticked before the scripts came is chosen, too.
  useOnMount(() => {
    const isTicked = (id: string) =>
      document.querySelector<HTMLInputElement>(`#choose-${CSS.escape(id)}`)?.checked;
    const ticked = ids.filter(isTicked);
    if (ticked.length > 0) setChosen(new Set(ticked));
  });
  // What is not done stays chosen, and its reason written.
  useEffect(() => {
    if (reply?.kind !== "done") return;
    const done = new Set(reply.done.map(({ id }) => id));
    setChosen((before) => new Set([...before].filter((id) => !done.has(id))));
  }, [reply]);
  const post = (form: FormData) => {
    form.set("then", "stay");
    submit(form, { method: "post", action: "/staff/decide" });
  };
  const postItems = (intent: string, items: readonly string[]) => {
    const form = new FormData();
    for (const item of items) form.append("item[]", item);
    form.set("intent", intent);
    if (intent === "snooze") form.set("zone", ownTimeZone());
    post(form);
  };
  const notice = reply && reply !== closed ? noticeOf(reply) : undefined;
  return {
    chosen,
    chosenRows,
    choose: (id, isRange = false) => {
      setChosen(chooseRows({ ids, chosen, last }, id, isRange));
      setLast(id);
    },
    chooseNone: () => setChosen(new Set()),
    decideAll: post,
    changeAll: (intent) => postItems(intent, chosenRows.map(serializeItemVersion)),
    undoAll: () => postItems("undo", notice?.items ?? []),
    bulkNotice: state === "idle" ? notice : { text: "Saving", items: [] },
    closeBulkNotice: () => setClosed(data),
  };
}
