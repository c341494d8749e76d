import { Button } from "@mantine/core";
import { Form, Link, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { SubmissionRun } from "~/components/submission-run/submission-run";
import { useSubmissionRun } from "~/components/submission-run/use-submission-run";
import { useErrorTitle } from "~/components/use-error-title";
import { useAnyUpload } from "~/components/use-upload";
import { type MusicAnswers, slotsInUse } from "~/submission/music-step";
import { runContent } from "~/submission/run-content";
import { stepBefore } from "~/submission/steps";
import { submitCalls } from "~/submission/submit-calls.client";
import { uploadIn } from "~/uploads/sending/upload-queue.client";
import type { FileView } from "~/uploads/upload";
import { HiddenFields } from "./hidden-fields";
import { type Refusal, Refusals } from "./refusals";
import styles from "./submit-form.module.css";

interface SubmitFormProps {
  draftId: string;
  /** The signed start of the form, for the bot check. */
  formStart: string | undefined;
  music: MusicAnswers | undefined;
  files: FileView[];
  ready: boolean;
  /** Why the last try without script was refused. */
  refusal: Refusal | undefined;
  children: ReactNode;
}

function contentOf({ music, files }: Pick<SubmitFormProps, "music" | "files">) {
  if (!music) return { tracks: [], artwork: undefined, customArtwork: [], hasClips: false };
  const chosen = [...slotsInUse(music)].filter((slot) => uploadIn(slot));
  return runContent(music, new Set([...files.map(({ slot }) => slot), ...chosen]));
}

/** The summary with its badge, what stands in the way, and the two buttons. */
export function SubmitForm(props: SubmitFormProps) {
  const { draftId, formStart, ready, refusal, children } = props;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const sending = useAnyUpload();
  const { progress, start } = useSubmissionRun(draftId);
  const [refused, setRefused] = useState<Refusal>();
  const shown = refused ?? refusal;
  const submitting = useNavigation().state !== "idle" || progress !== undefined;
  useErrorTitle(shown !== undefined);

  // The badge is judged by the server, which knows of a file once it is stored.
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !sending) revalidate();
    wasSending.current = sending;
  }, [sending, revalidate]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    const result = await start(contentOf(props), submitCalls(form));
    if (!result) return;
    if (result.ok) return navigate("/submit/success");
    const { reply, text } = result;
    if (reply?.refused === "incomplete") setRefused({ obstacles: reply.obstacles });
    else if (reply?.refused === "visitor") setRefused({ obstacles: [], visitorText: text });
    else setRefused({ obstacles: [], failureText: text });
  }

  return (
    <Form method="post" noValidate onSubmit={onSubmit} className={styles.form}>
      {shown && <Refusals {...shown} />}
      <p className={styles.badge} data-ready={ready || undefined}>
        {ready ? "Ready to Submit" : "Some fields incomplete"}
      </p>
      {sending && (
        <p role="status" className={styles.sending}>
          A file is still being sent. You can submit now: the release goes out once it has arrived.
        </p>
      )}
      {children}
      <HiddenFields start={formStart} />
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value="submit" disabled={submitting}>
          {submitting ? "Submitting..." : "Submit Music"}
        </Button>
        <Button component={Link} to={stepBefore("review").path} variant="default">
          Back to Edit
        </Button>
      </div>
      {progress && <SubmissionRun progress={progress} />}
    </Form>
  );
}
