import { Button } from "@mantine/core";
import { Form, Link, useNavigation, useRevalidator, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useErrorTitle } from "~/components/use-error-title";
import { useAnyUpload } from "~/components/use-upload";
import { stepBefore } from "~/submission/steps";
import { allSettled } from "~/uploads/upload-queue.client";
import { HiddenFields } from "./hidden-fields";
import { type Refusal, Refusals } from "./refusals";
import styles from "./submit-form.module.css";

interface SubmitFormProps {
  ready: boolean;
  /** Why the last try was refused. */
  refusal: Refusal | undefined;
  children: ReactNode;
}

/** The summary with its badge, what stands in the way, and the two buttons. */
export function SubmitForm({ ready, refusal, children }: SubmitFormProps) {
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const sending = useAnyUpload();
  const [waiting, setWaiting] = useState(false);
  const submitting = useNavigation().state !== "idle" || waiting;
  const pressed = useRef(false);
  useErrorTitle(refusal !== undefined);

  // The badge is judged by the server, which knows of a file once it is stored.
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !sending) revalidate();
    wasSending.current = sending;
  }, [sending, revalidate]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pressed.current) return;
    pressed.current = true;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    setWaiting(true);
    await allSettled();
    setWaiting(false);
    pressed.current = false;
    submit(form, { method: "post" });
  }

  return (
    <Form method="post" noValidate onSubmit={onSubmit} className={styles.form}>
      {refusal && <Refusals {...refusal} />}
      <p className={styles.badge} data-ready={ready || undefined}>
        {ready ? "Ready to Submit" : "Some fields incomplete"}
      </p>
      {sending && (
        <p role="status" className={styles.sending}>
          A file is still being sent. You can submit now: the release goes out once it has arrived.
        </p>
      )}
      {children}
      <HiddenFields />
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value="submit" disabled={submitting}>
          {submitting ? "Submitting..." : "Submit Music"}
        </Button>
        <Button component={Link} to={stepBefore("review").path} variant="default">
          Back to Edit
        </Button>
      </div>
    </Form>
  );
}
