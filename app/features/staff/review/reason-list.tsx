import { Kbd } from "@mantine/core";
import { IconBulb } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { SavedReason } from "~/domain/review/saved-reason";
import desk from "../desk/desk.module.css";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./decision.module.css";

export type ListedReason = SavedReason & { usedThisYear: number };

interface ReasonListProps {
  /** Of one kind. */
  reasons: readonly ListedReason[];
  /** Whether several can be chosen. */
  isSeveral: boolean;
  /** The codes of what was found in the release. */
  found?: readonly string[] | undefined;
  /** The reason that is chosen at first. */
  preset?: string | undefined;
  text: string;
  setText: (text: string, chosen: readonly SavedReason[]) => void;
}

const textOf = (reasons: readonly SavedReason[]) => reasons.map(({ text }) => text).join("\n\n");

/** The saved reasons, which a digit or a press chooses. What somebody typed themselves stays. */
export function ReasonList({ reasons, isSeveral, found = [], preset, ...field }: ReasonListProps) {
  const { text, setText } = field;
  const [chosen, setChosen] = useState<readonly ListedReason[]>([]);
  const choose = (reason: ListedReason) => {
    const isChosen = chosen.includes(reason);
    const others = isSeveral ? chosen.filter((one) => one !== reason) : [];
    const next = isChosen && isSeveral ? others : [...others, reason];
    const before = textOf(chosen);
    const typed = text === before ? "" : text.replace(before, "").trim();
    setChosen(next);
    setText([typed, textOf(next)].filter(Boolean).join("\n\n"), next);
  };
  const chooseFirst = useRef(() => {
    const reason = reasons.find(({ id }) => id === preset);
    if (reason) choose(reason);
  });
  useEffect(() => chooseFirst.current(), []);
  useShortcuts(
    Object.fromEntries(
      reasons.flatMap((reason) =>
        reason.digit ? [[String(reason.digit), () => choose(reason)]] : [],
      ),
    ),
  );
  if (reasons.length === 0) return null;
  return (
    <fieldset className={styles.reasons}>
      <legend>
        {isSeveral ? "What to change, one or more" : "Reason"}{" "}
        <span className={styles.usesLabel}>Used this year</span>
      </legend>
      {reasons.map((reason) => (
        <label
          key={reason.id}
          className={styles.reason}
          data-chosen={chosen.includes(reason) || undefined}
        >
          <input
            type={isSeveral ? "checkbox" : "radio"}
            name="savedReason"
            value={reason.id}
            checked={chosen.includes(reason)}
            onChange={() => choose(reason)}
          />
          {reason.digit && <Kbd>{reason.digit}</Kbd>}
          <span className={styles.reasonTitle}>{reason.title}</span>
          {reason.answer === "final" && <span data-tone="bad">final</span>}
          {reason.finding && found.includes(reason.finding) && (
            <span data-tone="waiting">
              <IconBulb size={14} aria-hidden="true" /> fits a finding
            </span>
          )}
          <span className={desk.small}>{reason.usedThisYear}</span>
        </label>
      ))}
    </fieldset>
  );
}
