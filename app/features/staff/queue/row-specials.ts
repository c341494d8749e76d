import { entryLabels } from "~/domain/review/queue-filter";
import type { ReviewItem } from "~/domain/review/review-item";

export type SpecialKind = "mail" | "finding" | "resent" | "arrival" | "note" | "shortlist";
export interface Special {
  kind: SpecialKind;
  text: string;
}

export function rowSpecials(
  item: ReviewItem,
  { hasNote, mailTrouble }: { hasNote: boolean; mailTrouble: "failed" | "waiting" | undefined },
): Special[] {
  const { kind, entry, isResent, hasFindings, shortlistedAt } = item;
  const of = (isSo: boolean, special: Special) => (isSo ? [special] : []);
  return [
    ...of(mailTrouble === "failed", { kind: "mail", text: "email not sent" }),
    ...of(mailTrouble === "waiting", { kind: "mail", text: "email waits" }),
    ...of(hasFindings, { kind: "finding", text: "findings" }),
    ...of(isResent, { kind: "resent", text: "sent before" }),
    ...(kind === "submission" && (entry === "invited" || entry === "returning")
      ? of(true, { kind: "arrival", text: entryLabels[entry].toLowerCase() })
      : []),
    ...of(hasNote, { kind: "note", text: "note" }),
    ...of(shortlistedAt !== null, { kind: "shortlist", text: "shortlist" }),
  ];
}
