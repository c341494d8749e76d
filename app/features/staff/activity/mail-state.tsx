import { capitalize } from "~/platform/formats/capitalize";
import type { StatusTone } from "~/reference/statuses";
import { StatusMark } from "~/ui/status-mark";

const tones: Record<string, StatusTone> = {
  sent: "good",
  failed: "bad",
  unconfirmed: "bad",
  stopped: "neutral",
  dropped: "neutral",
};

/** A mail's state in word, colour and shape. */
export function MailState({ state }: { state: string }) {
  return (
    <p>
      <StatusMark tone={tones[state] ?? "waiting"}>{capitalize(state)}</StatusMark>
    </p>
  );
}
