import { Group } from "@mantine/core";
import { Form, Link, useSearchParams } from "@remix-run/react";
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { AnswerStep } from "~/domain/submission/steps/steps";
import type { StepConflict } from "~/forms/autosave/autosave-state";
import { hasNoErrors, type SummarizedReply } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { withTimeout } from "~/platform/timeout";
import { ConflictChoice } from "~/ui/autosave/conflict-choice";
import { useKeepTypedInput } from "~/ui/autosave/use-keep-typed-input";
import { useRetryingSubmit } from "~/ui/autosave/use-retrying-submit";
import { Banner } from "~/ui/banner";
import { DRAFT_NOT_FOUND_TITLE, DraftNotFoundLinks } from "~/ui/draft-not-found";
import { EnterButton } from "~/ui/enter-button";
import { ErrorSummary } from "~/ui/error-summary";
import { fieldId } from "~/ui/field";
import { readFormValues, readSubmission } from "~/ui/form-dom";
import { FormReplyContext, useCurrentValues } from "~/ui/form-reply-context";
import { revealField } from "~/ui/reveal-field";
import { useErrorTitle } from "~/ui/use-error-title";
import { useHydrated } from "~/ui/use-hydrated";
import { useLoadedOnUse } from "~/ui/use-loaded-on-use";
import { useOnMount } from "~/ui/use-on-change";
import { type StepErrors, type StepValidator, useStepErrors } from "~/ui/use-step-errors";
import layout from "../layout.module.css";
import { continueOffline } from "../offline/use-offline-step";
import { focusStepTitle } from "./step-frame";
import { useDevTools } from "./use-dev-tools";
import { useStepAutosave } from "./use-step-autosave";

/**
 * Moves the focus to the field in the address (`?field=`). Without script its fragment does that. An artist
 * who has already started elsewhere in the form is not moved.
 */
function useFocusField(form: RefObject<HTMLFormElement>): void {
  const [params] = useSearchParams();
  const field = params.get("field");
  useOnMount(() => {
    const { current } = form;
    if (!field || !current) return;
    const { activeElement } = document;
    if (current.contains(activeElement) && activeElement?.id !== fieldId(field)) return;
    // The listener that opens panels is added a moment later.
    requestAnimationFrame(async () => {
      if (!(await revealField(current, field))) focusStepTitle();
    });
  });
}

/** The action's data when the step is shown again. */
export type StepReply = SummarizedReply & {
  /** The token of the saved answers. */
  version?: string;
  /** Set if another tab or device had changed the step; nothing was saved then. */
  conflict?: StepConflict;
};

interface StepFormProps {
  /** The draft, the step and the version of its answers. */
  page: { draftId: string; step: AnswerStep; version: string };
  saved: object;
  /** The action's reply to the last post, if that was refused. */
  reply: StepReply | undefined;
  /** The action's rules, run before anything is sent. */
  check?: StepValidator;
  /** Loads them on first use; if that fails, the action alone has them. */
  loadCheck?: () => Promise<StepValidator>;
  /** Errors that only this page can know: refused files. */
  checkLocally?: StepValidator;
  onRefused?: (problems: StepErrors) => void;
  /** The files that may fix errors of the form. */
  fileChecks?: Parameters<typeof useStepErrors>[0]["files"];
  /**
   * Runs the intent of a button that only edits the form.
   * @returns the new values; undefined leaves the intent to the server.
   */
  edit?: (intent: string, formValues: FormValues, latestValues: object) => object | undefined;
  /** Merges a posted or stored form into the current values. */
  restore?: (formValues: FormValues, latestValues: object) => object;
  /** Resolves when the form may be posted, such as when a chosen file is registered on the server. */
  beforeSubmit?: () => Promise<void>;
  /** Whether the form posts files without script. */
  files?: boolean;
  children: ReactNode;
}

/** @returns what runs the intent of a button, and says whether that was an edit of the form. */
function useEditButtons(
  form: RefObject<HTMLFormElement>,
  edit: StepFormProps["edit"],
  state: {
    values: object;
    setValues: (values: object) => void;
    revalidate: (values: object) => void;
  },
) {
  const { values, setValues, revalidate } = state;
  return useCallback(
    (intent: string): boolean => {
      let isEdit = false;
      // Synchronously: a change between reading and rendering would be overwritten.
      flushSync(() => {
        const next = form.current && edit?.(intent, readFormValues(form.current), values);
        if (!next) return;
        isEdit = true;
        setValues(next);
        revalidate(next);
      });
      return isEdit;
    },
    [form, edit, values, setValues, revalidate],
  );
}

/** What the fields of the step read. */
function useStepContext(
  { remaining, refusal }: Pick<ReturnType<typeof useStepErrors>, "remaining" | "refusal">,
  page: {
    values: object;
    press: (intent: string) => boolean;
    isUnsaved: boolean;
    /** Whether the first field with an error has the focus without script. */
    focusesFirst: boolean;
  },
) {
  const { values, press, isUnsaved, focusesFirst } = page;
  const hydrated = useHydrated();
  // With script the error summary moves the focus.
  const focusField = focusesFirst && !hydrated ? Object.keys(remaining.errors)[0] : undefined;
  return useMemo(
    () => ({ values, errors: remaining.errors, refusal, unsaved: isUnsaved, focusField, press }),
    [values, remaining, refusal, isUnsaved, focusField, press],
  );
}

/** For so long Next waits for rules that are not there yet. */
const MAX_RULES_SECONDS = 3;

/**
 * The form of a step: a plain post without script. With script it saves itself, values are validated before
 * the post, and files are uploaded apart from it. With `data-checks` "off" only the server validates.
 */
export function StepForm(props: StepFormProps) {
  const { page, saved, reply, loadCheck, checkLocally, edit, beforeSubmit, files } = props;
  const { onRefused, fileChecks } = props;
  const { skipsValidation } = useDevTools();
  const form = useRef<HTMLFormElement>(null);
  const loadedCheck = useLoadedOnUse(loadCheck);
  const check = props.check ?? loadedCheck;
  const [values, setValues] = useCurrentValues(saved, reply);
  const [conflictCount, setConflictCount] = useState(0);
  const stepErrors = useStepErrors({ form, values, reply, check, files: fileChecks });
  const { refusal, remaining, showErrors, revalidate, onInput } = stepErrors;
  // The values of a refused post are based on the version that it was sent with, not on the current one.
  const version = reply?.version ?? page.version;
  const inputKeeper = useKeepTypedInput(form, values, reply);
  const fields = { form, values, setValues, captureInput: inputKeeper.captureInput };
  const autosave = useStepAutosave(props, version, fields);
  const post = useRetryingSubmit(form, autosave, beforeSubmit, (intent) =>
    continueOffline(page, intent),
  );
  useFocusField(form);

  const press = useEditButtons(form, edit, { values, setValues, revalidate });
  const focusesFirst = page.step === "artist";
  const isUnsaved = reply?.conflict !== undefined;
  const context = useStepContext(stepErrors, { values, press, isUnsaved, focusesFirst });
  useErrorTitle(!hasNoErrors(remaining.errors) || remaining.summary.length > 0);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = readSubmission(target, submitter).get("intent");
    if (typeof intent === "string" && press(intent)) return;
    const isNext = intent === "next" && !skipsValidation;
    const lateCheck = () =>
      loadCheck && withTimeout(MAX_RULES_SECONDS, loadCheck()).catch(() => undefined);
    const validate =
      target.dataset.checks === "off" ? checkLocally : (check ?? (isNext && (await lateCheck())));
    const problems = isNext && validate ? validate(readFormValues(target), values) : undefined;
    if (problems) {
      if (problems.values) setValues(problems.values);
      onRefused?.(problems);
      return showErrors({ ...problems });
    }
    inputKeeper.markPosted();
    const hasConflict = await post(typeof intent === "string" ? intent : "");
    if (hasConflict) setConflictCount((count) => count + 1);
  }

  const lostDraftText =
    autosave.state.phase === "refused" && autosave.state.noDraft && autosave.state.text;
  return (
    <>
      {lostDraftText && <DraftLost text={lostDraftText} />}
      <Form
        ref={form}
        method="post"
        encType={files ? "multipart/form-data" : undefined}
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
        className={layout.form}
      >
        {/* Enter must mean Next, not Add or Remove. */}
        <EnterButton intent="next">Next</EnterButton>
        <input type="hidden" name="draft" value={page.draftId} />
        <input type="hidden" name="version" value={version} />
        <ErrorSummary
          sentences={remaining.summary}
          errors={remaining.errors}
          refusal={refusal}
          focusesFirst={focusesFirst}
        />
        <ConflictChoice autosave={autosave} reply={reply} blockedCount={conflictCount} />
        <FormReplyContext.Provider value={context}>{props.children}</FormReplyContext.Provider>
        <p>
          <Link to="/submit/continue" className={layout.tall}>
            Continue later or on another device
          </Link>
        </p>
      </Form>
    </>
  );
}

/** Shown when the draft is gone while the artist is still typing; the page keeps the input. */
function DraftLost({ text }: { text: string }) {
  return (
    <Banner title={DRAFT_NOT_FOUND_TITLE} focusKey={text}>
      <p>{text}</p>
      <p>What you typed is still on this page, so copy what you need first.</p>
      <Group>
        <DraftNotFoundLinks />
      </Group>
    </Banner>
  );
}
