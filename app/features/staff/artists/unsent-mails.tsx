import { Button } from "@mantine/core";
import { MailState } from "../activity/mail-state";
import rows from "../staff-rows.module.css";

interface UnsentMailsProps {
  mailIsOff: boolean;
  unsent: readonly {
    id: string;
    kind: string;
    subject: string;
    state: string;
    lastError: string | null;
    written: string;
  }[];
}

/** Unsent mails to an artist with their errors, and a button that releases a held one. */
export function UnsentMails({ mailIsOff, unsent }: UnsentMailsProps) {
  return (
    <>
      <h2>Emails that haven't left</h2>
      {mailIsOff && (
        <p>
          Email is off here: no mail server is set up. What is written waits in the{" "}
          <a href="/staff/activity/mails">outbox</a>.
        </p>
      )}
      {unsent.length === 0 ? (
        <p>There are none.</p>
      ) : (
        <ul className={rows.rows}>
          {unsent.map(({ id, kind, subject, state, lastError, written }) => (
            <li key={id} className={rows.row}>
              <div>
                <p className={rows.name}>
                  <a href={`/staff/activity/mails/${id}`}>{subject}</a>
                </p>
                <p className={rows.about}>
                  {kind}, written {written}
                </p>
                {lastError && <p className={rows.about}>{lastError}</p>}
                <MailState state={state} />
              </div>
              {state === "held" && (
                <form method="post">
                  <input type="hidden" name="mail" value={id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="let-go"
                    variant="default"
                    aria-label={`Let it go now: ${subject}`}
                  >
                    Let it go now
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
