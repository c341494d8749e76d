import type { ReactNode } from "react";
import type { StatusTone } from "~/reference/statuses";
import { StatusMark } from "~/ui/status-mark";

const TONES: Readonly<Record<string, StatusTone>> = {
  waiting: "waiting",
  expired: "waiting",
  confirmed: "good",
  disputed: "bad",
};

/** What a songwriter said of a share: words, colour and shape. */
export function ShareState({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div>
      <StatusMark tone={TONES[state] ?? "neutral"}>{children}</StatusMark>
    </div>
  );
}
