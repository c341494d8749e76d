import { Kbd } from "@mantine/core";
import { useState } from "react";
import type { SavedReason } from "~/domain/review/saved-reason";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./decision.module.css";

interface ReasonListProps {
  reasons: readonly SavedReason[];
  /** Whether several can be chosen. */
  isSeveral: boolean;
  text: string;
  setText: (text: string) => void;
}

const textOf = (reasons: readonly SavedReason[]) => reasons.map(({ text }) => text).join("\n\n");

/** The saved reasons, which a digit or a press chooses. What somebody typed themselves stays. */
export function ReasonList({ reasons, isSeveral, text, setText }: ReasonListProps) {
  const [chosen, setChosen] = useState<readonly SavedReason[]>([]);
  const choose = (reason: SavedReason) => {
    const isChosen = chosen.includes(reason);
    const others = isSeveral ? chosen.filter((one) => one !== reason) : [];
    const next = isChosen && isSeveral ? others : [...others, reason];
    const before = textOf(chosen);
    const own = text === before ? "" : text.replace(before, "").trim();
    setChosen(next);
    setText([own, textOf(next)].filter(Boolean).join("\n\n"));
  };
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
      <legend>{isSeveral ? "What to change, one or more" : "Reason"}</legend>
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
          <Kbd>{reason.digit ?? "·"}</Kbd>
          <span>{reason.title}</span>
        </label>
      ))}
    </fieldset>
  );
}
