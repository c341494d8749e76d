import { Button } from "@mantine/core";
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type FormValues, readForm } from "~/forms/read-form";
import type { Reply } from "~/forms/reply";
import { ErrorSummary } from "./error-summary";
import styles from "./step-form.module.css";
import { StepReplyContext } from "./step-reply";
import { useErrorTitle } from "./use-error-title";

interface StepFormProps {
  /** What is saved, shown until the artist changes it. */
  saved: object;
  /** What the action sent back, if the last post could not pass. */
  reply: Reply | undefined;
  /** The same rules as the action's, run before anything is sent; undefined when all pass. */
  check: (values: FormValues) => Pick<Reply, "errors" | "summary"> | undefined;
  /** Resolves when the form may be posted, such as when a chosen file is known to the server. */
  beforeSubmit?: () => Promise<void>;
  /** Whether the form carries files when there is no script. */
  files?: boolean;
  children: ReactNode;
}

const NOTHING_WRONG: Pick<Reply, "errors" | "summary"> = { errors: {}, summary: [] };

/**
 * The form of a step: a plain POST without script; with script the rules are checked first and
 * files stay out of the post, because they are already on their way. A form whose `data-checks` is
 * "off" leaves the rules to the server.
 */
export function StepForm({ saved, reply, check, beforeSubmit, files, children }: StepFormProps) {
  const submit = useSubmit();
  const [refused, setRefused] = useState(NOTHING_WRONG);
  const form = useRef<HTMLFormElement>(null);
  // The server has the last word: its reply replaces what the browser found.
  useEffect(() => setRefused(reply ?? NOTHING_WRONG), [reply]);
  const shown = refused === NOTHING_WRONG && reply ? reply : refused;
  const context = useMemo(
    () => ({ values: reply?.values ?? saved, errors: shown.errors }),
    [reply, saved, shown],
  );
  useErrorTitle(Object.keys(shown.errors).length + shown.summary.length > 0);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const entries = new FormData(target, submitter);
    const found =
      entries.get("intent") === "next" && target.dataset.checks !== "off"
        ? check(readForm(entries))
        : undefined;
    if (found) return setRefused({ ...found });
    await beforeSubmit?.();
    const fields = new URLSearchParams();
    for (const [name, value] of entries) if (typeof value === "string") fields.append(name, value);
    submit(fields, { method: "post" });
  }

  return (
    <Form
      ref={form}
      method="post"
      encType={files ? "multipart/form-data" : undefined}
      noValidate
      onSubmit={onSubmit}
      className={styles.form}
    >
      {/* Enter in any field presses a form's first button: it must mean Next, not Add or Remove. */}
      <button
        type="submit"
        name="intent"
        value="next"
        className={styles.enter}
        tabIndex={-1}
        aria-hidden="true"
      >
        Next
      </button>
      <ErrorSummary sentences={shown.summary} errors={shown.errors} />
      <StepReplyContext.Provider value={context}>{children}</StepReplyContext.Provider>
    </Form>
  );
}

/** Back and Next. Next stands first in the markup, so that Enter in a field means Next. */
export function StepButtons({ next, back }: { next: string; back: boolean }) {
  const busy = useNavigation().state !== "idle";
  return (
    <div className={styles.buttons}>
      <Button type="submit" name="intent" value="next" aria-disabled={busy}>
        {busy ? "Saving…" : next}
      </Button>
      {back && (
        <Button type="submit" name="intent" value="back" variant="default">
          Back
        </Button>
      )}
    </div>
  );
}
