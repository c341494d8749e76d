import { Button } from "~/components/controls";
import { TextField } from "~/components/field";
import { FormReplyContext, NO_REPLY } from "~/components/form-reply";
import { type FieldErrors, wrong } from "~/forms/reply";
import styles from "./connections.module.css";

export interface MailTest {
  address: string;
  error?: string;
  /** What became of the last one. */
  came?: { ok: boolean; words: string };
}

/** Sends a mail to oneself the way that every mail goes. */
export function TestMailForm({ address, error, came }: MailTest) {
  const errors: FieldErrors = error === undefined ? {} : { to: wrong(error) };
  const first = error === undefined ? undefined : "to";
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { to: address }, errors, first }}>
      {came && (
        <p className={styles.answer} data-ok={came.ok} role="status">
          <strong>Test mail: {came.ok ? "well." : "not well."}</strong> {came.words}
        </p>
      )}
      <form method="post" className={styles.mail}>
        <TextField
          name="to"
          label="Your email address"
          hint="The test mail goes there, through the outbox as any other."
          type="email"
          autoComplete="email"
        />
        <Button type="submit" name="intent" value="test-mail" variant="default">
          Send a test mail
        </Button>
      </form>
    </FormReplyContext.Provider>
  );
}
