import { useNavigate } from "@remix-run/react";
import { useRef, useState } from "react";
import type { ReviewReply } from "~/domain/review/review-reply";
import type { UndoNotice } from "../load-undo-notice.server";
import { expectEntry } from "./ready-entry";

/** A decision that was sent off, until its answer is there; a refused one stays. */
export interface SentDecision extends Decision {
  /** Of two about one entry each is posted by itself. */
  number: number;
  reply?: ReviewReply;
}

interface Decision {
  itemId: string;
  /** The page of the entry, which takes its form. */
  path: string;
  form: FormData;
  /** What was decided, for example "Approved: Chambre bleue". */
  text: string;
}

export interface Decisions {
  sent: readonly SentDecision[];
  /** One's last decision, while it can be undone. */
  undo: UndoNotice | undefined;
  /** Posts a decision, and opens another page without waiting for the answer. */
  decide: (decision: Decision, nextPath: string) => void;
  /** Notes the answer to a decision. */
  settle: (decision: SentDecision, reply: ReviewReply) => void;
  forget: (itemId: string) => void;
}

/** Decides in the background: the next entry is there at once, and the answer is told beside it. */
export function useDecisions(undo: UndoNotice | undefined, reloadList: () => void): Decisions {
  const navigate = useNavigate();
  const [sent, setSent] = useState<readonly SentDecision[]>([]);
  const count = useRef(0);
  const without = (itemId: string) => (all: readonly SentDecision[]) =>
    all.filter((one) => one.itemId !== itemId);
  return {
    sent,
    undo,
    decide: (decision, nextPath) => {
      // Enter was pressed twice.
      if (sent.some(({ itemId, reply }) => itemId === decision.itemId && !reply)) return;
      count.current += 1;
      const numbered = { ...decision, number: count.current };
      setSent((all) => [...without(decision.itemId)(all), numbered]);
      expectEntry(nextPath);
      navigate(nextPath, { preventScrollReset: true });
    },
    settle: (decision, reply) => {
      if (reply.isDone) reloadList();
      setSent((all) =>
        reply.isDone
          ? without(decision.itemId)(all)
          : all.map((one) => (one === decision ? { ...one, reply } : one)),
      );
    },
    forget: (itemId) => setSent(without(itemId)),
  };
}
