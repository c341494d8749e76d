import { honeypots } from "~/domain/bot/honeypots";
import { START_FIELD } from "~/domain/bot/session";

/**
 * The fields of the bot check: the signed start time, and honeypots. They are out of sight and out of the tab
 * order, and password managers are asked to ignore them.
 */
export function BotCheckFields({ start }: { start: string | undefined }) {
  return (
    <div className="unseen" aria-hidden="true">
      <input type="hidden" name={START_FIELD} value={start ?? ""} />
      {honeypots.map((name) => (
        <label key={name}>
          Leave this field empty
          <input
            type="text"
            name={name}
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-lpignore="true"
            data-bwignore="true"
          />
        </label>
      ))}
    </div>
  );
}
