import { Alert, Button, Group, Progress, Stack, Text, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { UnconfirmedState } from "~/domain/submission/run/confirm-call.client";
import { savedReceipt } from "~/domain/submission/run/receipt.client";
import type { Progress as RunProgress } from "~/domain/submission/run/run-submission.client";
import { isIrreversible } from "~/domain/submission/run/submission-run";
import dialog from "~/ui/dialog.module.css";
import { closeModal, isOpen, openModal } from "~/ui/modal";
import { useOnMountAndChange } from "~/ui/use-on-change";
import summary from "../summary.module.css";
import { uploads } from "../upload/uploads.client";
import { useBytesSent } from "../upload/use-upload";

interface SubmissionRunProps {
  progress: RunProgress;
  /** Decides about a call that got no answer. */
  onChoose: (choice: "again" | "stop") => void;
  /** Called when the artist goes back to edit. */
  onGoBack: () => void;
}

/**
 * The dialog of a running submission. It is mounted only while the run lasts: mounting opens it, nothing the
 * artist presses closes it, and unmounting gives the focus back.
 */
export function SubmissionRun({ progress, onChoose, onGoBack }: SubmissionRunProps) {
  const { stage, percent, text, file, remaining, waiting, unconfirmed: doubt } = progress;
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  // Layout effect: before paint, and its cleanup runs while the dialog can still restore the focus.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    openModal(current);
    heading.current?.focus();
    return () => closeModal(current);
  }, []);

  /** Browsers may close it anyway, such as on a second press of a phone's back key. */
  function reopen() {
    if (box.current?.isConnected && !isOpen(box.current)) openModal(box.current);
  }

  return (
    <dialog
      ref={box}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-warning`}
      className={dialog.veil}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={ignoreEscape}
      onClose={reopen}
    >
      <div className={dialog.card}>
        <h2 ref={heading} id={`${id}-title`} tabIndex={-1}>
          Uploading Submission
        </h2>
        <Stack gap="xs">
          <Text className={summary.title} c="var(--accent)">
            {percent}%
          </Text>
          {/* Room for two lines, so that the bar does not move. */}
          <Text fw={600} mih="3em">
            {text}
          </Text>
          <Progress.Root>
            <Progress.Section value={percent} aria-labelledby={`${id}-title`} />
          </Progress.Root>
          <Group component="p" gap="0 var(--space-2)" justify="space-between" c="dimmed" fz="sm">
            <span>{file}</span>
            <span>{!doubt && !waiting && remaining}</span>
          </Group>
          {waiting && (
            <Text c="var(--waiting)" fw={600}>
              {waiting} It continues by itself when you're online again.
            </Text>
          )}
        </Stack>
        <div role="alert">
          {doubt && <UnconfirmedNotice stage={stage} doubt={doubt} onChoose={onChoose} />}
        </div>
        <Alert id={`${id}-warning`} role="note" color="waiting">
          {stage === "complete" ? (
            <Recorded />
          ) : (
            "Please do not refresh or close this tab until your submission is complete."
          )}
        </Alert>
        {!doubt && !isIrreversible(stage) && <BackButton progress={progress} onGoBack={onGoBack} />}
        <SpokenStage stage={stage} text={text} />
      </div>
    </dialog>
  );
}

/** Milliseconds without progress before the artist is told. */
const STALLED_AFTER_MS = 20_000;

function useIsStalled(progress: RunProgress): boolean {
  const bytes = useBytesSent();
  // After a failed request sent bytes are counted again; only new bytes are progress.
  const [maxBytes, setMaxBytes] = useState(bytes);
  if (bytes > maxBytes) setMaxBytes(bytes);
  const progressKey = `${progress.stage} ${progress.percent} ${maxBytes}`;
  const [stalledKey, setStalledKey] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setStalledKey(progressKey), STALLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [progressKey]);
  return stalledKey === progressKey;
}

/** The button that goes back, while nothing is recorded, and a retry button while there is no progress. */
function BackButton({ progress, onGoBack }: Pick<SubmissionRunProps, "progress" | "onGoBack">) {
  const isStalled = useIsStalled(progress);
  return (
    <Stack>
      <Text role="status" c="var(--waiting)" fw={600}>
        {isStalled && "Nothing has moved for 20 seconds. What you've sent is safe."}
      </Text>
      <Group grow>
        {isStalled && <Button onClick={() => uploads.retryWaiting()}>Try again now</Button>}
        <Button variant="default" onClick={onGoBack}>
          Go back and edit
        </Button>
      </Group>
    </Stack>
  );
}

/** Some browsers close a dialog on Escape even if the cancel event is prevented. */
function ignoreEscape(event: KeyboardEvent) {
  if (event.key === "Escape") event.preventDefault();
}

/** Announces only new stages; every percent would be too much. */
function SpokenStage({ stage, text }: Pick<RunProgress, "stage" | "text">) {
  const [spoken, setSpoken] = useState("");
  useOnMountAndChange(stage, () => setSpoken(text));
  return (
    <VisuallyHidden component="p" role="status">
      {spoken}
    </VisuallyHidden>
  );
}

function unconfirmedText(doubt: UnconfirmedState, recording: boolean): string {
  if (doubt === "asking") return "No answer yet. We're finding out what happened to your release.";
  if (doubt === "not-recorded")
    return "No answer came, and your release isn't recorded yet. Nothing you typed or sent is lost. Try again: it's never recorded twice.";
  return recording
    ? "No connection, so we can't see yet whether your release is recorded. We'll check as soon as you're back online; it's never recorded twice."
    : "No connection. Nothing is submitted yet. It carries on by itself when you're back online.";
}

/** What is known after a call without an answer, and the choices. */
function UnconfirmedNotice(
  props: Pick<SubmissionRunProps, "onChoose"> & { stage: string; doubt: UnconfirmedState },
) {
  const { stage, doubt, onChoose } = props;
  return (
    <Stack>
      <Text c="var(--waiting)" fw={600}>
        {unconfirmedText(doubt, stage === "creating")}
      </Text>
      {doubt !== "asking" && (
        <Group grow>
          <Button onClick={() => onChoose("again")}>Try again</Button>
          <Button variant="default" onClick={() => onChoose("stop")}>
            Back to Review
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Shown until the success page opens, with the reference. */
function Recorded() {
  const reference = savedReceipt()?.reference;
  return (
    <>
      Your release is recorded{reference && `, reference ${reference}`}. Its page opens by itself,
      or <a href="/submit/success">open it now</a>.
    </>
  );
}
