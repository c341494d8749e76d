import { Alert, Button } from "@mantine/core";
import { Form, Link, useNavigate, useRevalidator } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { DraftVersions } from "~/domain/submission/draft/shown-versions";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import { slotsInUse } from "~/domain/submission/music/slot-fields";
import { type Gap, UNCHANGED_FIELD } from "~/domain/submission/run/obstacle";
import { runContent } from "~/domain/submission/run/run-content";
import { stepBefore } from "~/domain/submission/steps/steps";
import type { FileView } from "~/domain/uploads/upload";
import { legalPages } from "~/reference/legal-pages";
import { readSubmission } from "~/ui/form-dom";
import { IntentButton } from "~/ui/intent-button";
import { useErrorTitle } from "~/ui/use-error-title";
import { useOnChange, useOnMount } from "~/ui/use-on-change";
import { BotCheckFields } from "../bot-check-fields";
import layout from "../layout.module.css";
import {
  openSuccess,
  prepareRun,
  prepareSuccess,
  SUCCESS,
  useSubmissionRun,
} from "../submission-run/use-submission-run";
import { ShownVersions } from "../upload/shown-versions-field";
import { uploads } from "../upload/uploads.client";
import { useAnyUpload } from "../upload/use-upload";
import { MissingList } from "./missing-list";
import { type Refusal, Refusals, toRefusal } from "./submit-errors";

/** What the artist confirms by submitting; links only to legal pages that exist. */
function RightsSentence() {
  const { terms, privacy } = legalPages;
  const areBothOpen = terms.isOpen && privacy.isOpen;
  return (
    <p className={layout.ruled}>
      By pressing Submit Music you confirm that everything you send is yours, or that everyone whose
      work is in it has agreed.
      {areBothOpen && (
        <>
          {" "}
          You also accept our <InNewTab to={terms.path}>terms of service</InNewTab> and{" "}
          <InNewTab to={privacy.path}>privacy policy</InNewTab>.
        </>
      )}
    </p>
  );
}

/** In a new tab, since uploads may be running on this page. */
function InNewTab({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children} (opens in a new tab)
    </a>
  );
}

interface SubmitFormProps {
  draftId: string;
  /** The signed start time for the bot check. */
  formStart: string | undefined;
  /** What this page shows; nothing else is sent. */
  versions: DraftVersions;
  music: MusicAnswers | undefined;
  files: FileView[];
  ready: boolean;
  /** The missing answers; empty if the release is ready. */
  missing: readonly Gap[];
  /** The result of the last edit on this page. */
  notice: string | undefined;
  /** Why the last post without script was refused. */
  refusal: Refusal | undefined;
  children: ReactNode;
}

function readRunContent({ music, files }: Pick<SubmitFormProps, "music" | "files">) {
  if (!music) return { tracks: [], artwork: undefined, customArtwork: [], hasClips: false };
  const uploadSlots = [...slotsInUse(music)].filter((slot) => {
    const upload = uploads.table.stateIn(slot);
    // The server knows files that are not on this device.
    return upload && upload.phase !== "needs-file";
  });
  return runContent(music, new Set([...files.map(({ slot }) => slot), ...uploadSlots]));
}

/** Whether this tab has stored a file since the server rendered its list. */
function hasNewFiles(files: readonly FileView[]): boolean {
  const complete = files.filter(({ state }) => state === "complete");
  const knownIds = new Set(complete.map(({ uploadId }) => uploadId));
  return uploads.table
    .allStates()
    .some(({ phase, uploadId }) => phase === "stored" && uploadId && !knownIds.has(uploadId));
}

/** The summary with its badge, what is missing, and the two buttons. */
export function SubmitForm(props: SubmitFormProps) {
  const { draftId, formStart, versions, music, ready, missing, notice, refusal, children } = props;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isSending = useAnyUpload();
  const { progress, Dialog, start, choose, goBack } = useSubmissionRun(draftId);
  const [latestRefusal, setLatestRefusal] = useState<Refusal>();
  const current = latestRefusal ?? refusal;
  const [isToldUnchanged, setIsTold] = useState(refusal?.unchanged !== undefined);
  // The dialog cannot return the focus to the button, which is still disabled.
  const [returnCount, setReturnCount] = useState(0);
  const submit = useRef<HTMLButtonElement>(null);
  useOnChange(returnCount, () => submit.current?.focus());
  const isSubmitting = progress !== undefined;
  const isOutsideForm = current?.lost !== undefined || current?.spent !== undefined;
  useErrorTitle(current !== undefined);
  // Again before the record is created, in case the first preload failed.
  useOnChange(progress?.stage, () => {
    if (progress?.stage === "creating") prepareSuccess();
  });

  // The server decides the badge: it knows stored files, and waits for uploads until they are cancelled,
  // which happens right after a file is stored.
  const refreshBadge = () => void setTimeout(() => uploads.calls.settled().then(revalidate));
  useOnChange(isSending, () => {
    if (!isSending) refreshBadge();
  });
  // The list may have been loaded just before that.
  useOnMount(() => {
    if (hasNewFiles(props.files)) refreshBadge();
  });

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = readSubmission(event.currentTarget, submitter);
    prepareSuccess();
    const result = await start(form, readRunContent(props));
    if (!result) return;
    if (result.ok) return openSuccess(navigate);
    if (result.cancelled) {
      setLatestRefusal(undefined);
      return setReturnCount((count) => count + 1);
    }
    const { stage, reply, text, unconfirmed: doubt } = result;
    // The page shows the release as it is now, to be read once more.
    if (reply?.refused === "outdated") revalidate();
    if (reply?.refused === "unchanged") setIsTold(true);
    if (doubt === "no-line")
      setLatestRefusal({ obstacles: [], noLine: stage === "creating" ? "unknown" : "unsent" });
    else if (reply?.noDraft && !reply.refused) setLatestRefusal({ obstacles: [], lost: text });
    else setLatestRefusal(toRefusal(reply ?? { obstacles: [] }, text));
  }

  return (
    <>
      {/* Outside of the form, since its buttons post another one. */}
      {current && isOutsideForm && <Refusals {...current} />}
      <Form
        method="post"
        noValidate
        onSubmit={onSubmit}
        onPointerEnter={prepareRun}
        onFocus={prepareRun}
        className={layout.form}
      >
        {current && !isOutsideForm && <Refusals {...current} />}
        {/* Preloads the route's manifest. */}
        <Link to={SUCCESS} hidden />
        <MissingList ready={ready} missing={missing} music={music} notice={notice} />
        {isSending && (
          <Alert role="status" color="waiting">
            A file is still on its way. You can submit now: your release is sent once the file
            arrives.
          </Alert>
        )}
        {children}
        <input type="hidden" name="draft" value={draftId} />
        {isToldUnchanged && <input type="hidden" name={UNCHANGED_FIELD} value="yes" />}
        <ShownVersions {...versions} />
        <BotCheckFields start={formStart} />
        <RightsSentence />
        <div className={layout.end}>
          <IntentButton ref={submit} intent="submit" disabled={isSubmitting}>
            {isSubmitting ? "Submitting..." : "Submit Music"}
          </IntentButton>
          <Button component={Link} to={stepBefore("review").path} variant="default">
            Back to Edit
          </Button>
        </div>
        {progress && Dialog && <Dialog progress={progress} onChoose={choose} onGoBack={goBack} />}
      </Form>
    </>
  );
}
