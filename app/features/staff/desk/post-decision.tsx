import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReviewReply } from "~/domain/review/review-reply";
import { useDesk } from "./desk-context";
import type { SentDecision } from "./use-decisions";

/** Posts one decision. Each has its own fetcher, since a fetcher that posts again gives up what it posted before. */
export function PostDecision({ decision }: { decision: SentDecision }) {
  const { settle } = useDesk();
  const { submit, data, state } = useFetcher<ReviewReply>();
  const isPosted = useRef(false);
  useEffect(() => {
    if (isPosted.current) return;
    isPosted.current = true;
    submit(decision.form, { method: "post", action: decision.path });
  }, [submit, decision]);
  useEffect(() => {
    if (data && state === "idle" && !decision.reply) settle(decision, data);
  }, [data, state, decision, settle]);
  return null;
}
