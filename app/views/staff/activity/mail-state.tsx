import { StateMark } from "~/components/status-chip";
import { type StatusTone, statusWord } from "~/reference/status-tones";

const tones: Record<string, StatusTone> = {
  sent: "good",
  failed: "bad",
  unconfirmed: "bad",
  stopped: "neutral",
};

/** The state of a mail: word, colour and shape. */
export function MailState({ state }: { state: string }) {
  return (
    <p>
      <StateMark tone={tones[state] ?? "waiting"}>{statusWord(state)}</StateMark>
    </p>
  );
}
