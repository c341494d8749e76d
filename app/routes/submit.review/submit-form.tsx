import { Button } from "@mantine/core";
import { Form, Link, useNavigation, useRevalidator, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { honeypots } from "~/bot/honeypots";
import { useErrorTitle } from "~/components/use-error-title";
import { useAnyUpload } from "~/components/use-upload";
import type { Obstacle } from "~/submission/readiness";
import { stepBefore, stepOf } from "~/submission/steps";
import { allSettled } from "~/uploads/upload-queue.client";
import styles from "./submit-form.module.css";

interface SubmitFormProps {
  ready: boolean;
  /** What the final validation found. */
  obstacles: Obstacle[];
  /** Other reasons why the last try was refused. */
  texts: string[];
  children: ReactNode;
}

/** The summary with its badge, what stands in the way, and the two buttons. */
export function SubmitForm({ ready, obstacles, texts, children }: SubmitFormProps) {
  const submit = useSubmit();
  const { revalidate } = useRevalidator();
  const sending = useAnyUpload();
  const [waiting, setWaiting] = useState(false);
  const submitting = useNavigation().state !== "idle" || waiting;
  const pressed = useRef(false);
  useErrorTitle(obstacles.length + texts.length > 0);

  // The badge is judged by the server, which knows of a file once it is stored.
  useEffect(() => {
    if (!sending) revalidate();
  }, [sending, revalidate]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pressed.current) return;
    pressed.current = true;
    const form = new FormData(event.currentTarget);
    setWaiting(true);
    await allSettled();
    setWaiting(false);
    pressed.current = false;
    submit(form, { method: "post" });
  }

  return (
    <Form method="post" noValidate onSubmit={onSubmit} className={styles.form}>
      <Refusals obstacles={obstacles} texts={texts} />
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

function Refusals({ obstacles, texts }: Pick<SubmitFormProps, "obstacles" | "texts">) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (obstacles.length + texts.length > 0) banner.current?.focus();
  }, [obstacles, texts]);
  if (obstacles.length + texts.length === 0) return null;
  return (
    <div ref={banner} role="alert" tabIndex={-1} className={styles.banner}>
      <h2 className={styles.bannerTitle}>Required Information Missing</h2>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ul>
        {obstacles.map(({ step, text }) => (
          <li key={step + text}>
            <Link to={`${stepOf(step).path}?return=review`}>{text}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Out of sight and out of tab order; password managers are asked to leave them alone. */
function HiddenFields() {
  return (
    <div className={styles.hidden} aria-hidden="true">
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
