import { Button } from "~/components/controls";
import { StatusChip } from "~/components/status-chip";
import { seenText } from "~/staff/review/decision";
import { DecisionFields } from "../decision-fields";
import { MailPreview } from "../mail-preview";
import styles from "../staff-page.module.css";
import list from "./several.module.css";

interface AskedProps {
  chosen: {
    seen: { id: string; revision: number };
    name: string;
    status: string;
    email: string;
    /** Why it is left as it is. */
    why?: string | undefined;
  }[];
  /** Those to choose from. */
  statuses: Parameters<typeof DecisionFields>[0]["statuses"];
  values: { status: string; reason: string };
  errors: Parameters<typeof DecisionFields>[0]["errors"];
  /** The mail to the first of each kind. */
  previews: { subject: string; text: string; to: string }[];
  /** The filter that they were chosen under. */
  back: string;
}

const emails = (count: number) => (count === 1 ? "one email" : `${count} emails`);

/** Those that were chosen, the status they are to get, and the mail that goes with it. */
export function AskedSeveral(props: AskedProps) {
  const { chosen, statuses, values, errors, previews, back } = props;
  const count = chosen.filter(({ why }) => !why).length;
  const isReady = previews.length > 0;
  return (
    <form method="post" action="/staff/decide" className={list.form}>
      <input type="hidden" name="back" value={back} />
      <ul className={list.chosen}>
        {chosen.map(({ seen, name, status, email, why }) => (
          <li key={seen.id} className={list.one}>
            <input type="hidden" name="item[]" value={seenText(seen)} />
            <span className={list.name}>{name}</span>
            <StatusChip status={status} />
            <span className={styles.quiet}>{why ? `Left as it is. ${why}` : email}</span>
          </li>
        ))}
      </ul>
      <DecisionFields idPrefix="several" statuses={statuses} values={values} errors={errors} />
      {isReady && (
        <>
          <h2>{previews.length > 1 ? "The emails" : "The email"}</h2>
          {count > previews.length && (
            <p>
              {previews.length > 1
                ? "These go to the first submission and the first entry of the waiting list."
                : "This goes to the first of them."}{" "}
              The others get the same, with their own names.
            </p>
          )}
          {previews.map((preview) => (
            <MailPreview key={preview.subject} {...preview} />
          ))}
        </>
      )}
      <p className={list.buttons}>
        {isReady && (
          <Button type="submit" name="intent" value="set">
            Set the status and send {emails(count)}
          </Button>
        )}
        <Button
          type="submit"
          name="intent"
          value="preview"
          variant={isReady ? "default" : undefined}
        >
          {isReady ? "Look at it again" : "Look at it first"}
        </Button>
      </p>
    </form>
  );
}

interface DoneProps {
  status: string;
  done: { id: string; name: string }[];
  left: { id: string; name: string; why: string }[];
}

/** What became of each. */
export function DoneSeveral({ status, done, left }: DoneProps) {
  return (
    <>
      <p role="status" className={done.length > 0 ? styles.said : styles.trouble}>
        {done.length === 0
          ? "Nothing was set."
          : `${done.length === 1 ? "One is" : `${done.length} are`} ${status} now, and ${done.length === 1 ? "its email is" : "their emails are"} in the outbox.`}
      </p>
      {left.length > 0 && (
        <section className={styles.trouble}>
          <h2>Left as they are</h2>
          <ul className={list.left}>
            {left.map(({ id, name, why }) => (
              <li key={id}>
                <a href={`/staff/submissions/${id}`}>{name}</a>
                <br />
                {why}
              </li>
            ))}
          </ul>
        </section>
      )}
      {done.length > 0 && (
        <ul className={list.left}>
          {done.map(({ id, name }) => (
            <li key={id}>
              <a href={`/staff/submissions/${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
