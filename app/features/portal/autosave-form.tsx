import { Stack } from "@mantine/core";
import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import type { AutosavePage } from "~/forms/autosave/autosave-queue.client";
import {
  type AutosaveState,
  localTime,
  type StepConflict,
  saveStatusText,
  shouldAnnounce,
  utcTime,
} from "~/forms/autosave/autosave-state";
import { type FieldErrors, hasNoErrors, type SummarizedReply } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { lastOf } from "~/platform/formats/last-of";
import { ConflictChoice } from "~/ui/autosave/conflict-choice";
import { useAutosave } from "~/ui/autosave/use-autosave";
import { useKeepTypedInput } from "~/ui/autosave/use-keep-typed-input";
import { useRetryingSubmit } from "~/ui/autosave/use-retrying-submit";
import { EnterButton } from "~/ui/enter-button";
import { ErrorSummary } from "~/ui/error-summary";
import { readFormValues, readSubmission } from "~/ui/form-dom";
import { FormReplyContext, useCurrentValues } from "~/ui/form-reply-context";
import { useErrorTitle } from "~/ui/use-error-title";
import { useHydrated } from "~/ui/use-hydrated";
import { useOnMountAndChange } from "~/ui/use-on-change";
import { useStepErrors } from "~/ui/use-step-errors";
import styles from "./autosave-form.module.css";

/** The action's data when the form is shown again. */
export type AutosaveReply = SummarizedReply & {
  /** Version of the saved answers. */
  version?: string | undefined;
  conflict?: StepConflict;
};

interface SaveTexts {
  /** What there may be two versions of, such as this page of a release. */
  page: string;
  whole: string;
  /** The text once it is saved; by default the time of the save. */
  savedText?: (time: string) => string;
}

interface AutosaveFormProps {
  page: AutosavePage;
  saved: object;
  /** When they were saved, as an ISO time; undefined if never. */
  savedAt: string | undefined;
  reply: AutosaveReply | undefined;
  texts: SaveTexts;
  /** The intent of the button that submits; only that one is validated. */
  submitIntent: string;
  /** The action's rules, as far as the page knows them. */
  check: (formValues: FormValues) => FieldErrors;
  /** Reduces the errors that the summary lists. */
  summarize?: (errors: FieldErrors) => FieldErrors;
  /** Called with the values of the form while the artist types. */
  onFormInput: (formValues: FormValues) => void;
  /** Prepares the files of the form in place. @returns what is wrong with them. */
  prepareFiles?: (data: FormData) => Promise<FieldErrors>;
  /** Drawn below the choice between two versions. */
  extra?: ReactNode;
  children: ReactNode;
}

const hasFile = (data: FormData) =>
  [...data.values()].some((value) => typeof value !== "string" && value.size > 0);

const identity = (errors: FieldErrors) => errors;
/** Milliseconds without input before `onFormInput` is called. */
const TYPING_PAUSE_MS = 300;

/**
 * A form of the portal that saves itself; without script a plain one. With `data-checks` "off" only the
 * server validates.
 */
export function AutosaveForm(props: AutosaveFormProps) {
  const { page, saved, savedAt, reply, texts, submitIntent } = props;
  const { check, summarize = identity, onFormInput, prepareFiles, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useCurrentValues(saved, reply);
  const [conflictCount, setConflictCount] = useState(0);
  const version = reply?.version ?? page.version;
  const validate = (formValues: FormValues | undefined) => {
    const errors = formValues ? check(formValues) : {};
    return hasNoErrors(errors) ? undefined : { errors, summary: [] };
  };
  const stepErrors = useStepErrors({ form, values, reply, check: validate });
  const { refusal, remaining, showErrors, onInput } = stepErrors;
  const inputKeeper = useKeepTypedInput(form, values, reply);
  const autosave = useAutosave({
    ...page,
    version,
    form,
    values,
    postedToken: reply?.version,
    onRestore: (copies) => {
      inputKeeper.captureInput();
      setValues((current) => lastOf(copies) ?? current);
    },
  });
  const post = useRetryingSubmit(form, autosave, undefined);
  const unsaved = reply?.conflict !== undefined;
  const context = useMemo(
    () => ({ values, errors: remaining.errors, refusal, unsaved, press: () => false }),
    [values, remaining, refusal, unsaved],
  );
  useErrorTitle(!hasNoErrors(remaining.errors) || remaining.summary.length > 0);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  // Input from before hydration, and restored input, is only in the DOM.
  useOnMountAndChange(values, () => form.current && onFormInput(readFormValues(form.current)));

  function handleInput(event: FormEvent<HTMLFormElement>) {
    const target = event.currentTarget;
    onInput();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onFormInput(readFormValues(target)), TYPING_PAUSE_MS);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const data = readSubmission(target, submitter);
    const intent = String(data.get("intent") ?? "save");
    const formValues = readFormValues(target);
    onFormInput(formValues);
    const checks = target.dataset.checks !== "off";
    const errors = intent === submitIntent && checks ? check(formValues) : {};
    if (prepareFiles && checks) Object.assign(errors, await prepareFiles(data));
    if (!hasNoErrors(errors)) return showErrors({ errors, summary: [] });
    inputKeeper.markPosted();
    if (await post(intent, hasFile(data) ? data : undefined))
      setConflictCount((count) => count + 1);
  }

  return (
    <Form
      ref={form}
      method="post"
      encType={prepareFiles && "multipart/form-data"}
      noValidate
      onSubmit={onSubmit}
      onInput={handleInput}
      onClick={handleInput}
    >
      <Stack gap="lg">
        <EnterButton intent="save">Save</EnterButton>
        <input type="hidden" name="version" value={version} />
        <SavedLine state={autosave.state} savedAt={savedAt} texts={texts} />
        <ErrorSummary
          sentences={remaining.summary}
          errors={summarize(remaining.errors)}
          refusal={refusal}
        />
        <ConflictChoice
          autosave={autosave}
          reply={reply}
          blockedCount={conflictCount}
          subject={texts}
          extra={props.extra}
        />
        <FormReplyContext.Provider value={context}>{children}</FormReplyContext.Provider>
      </Stack>{" "}
    </Form>
  );
}

interface SavedLineProps {
  state: AutosaveState;
  savedAt: string | undefined;
  texts: SaveTexts;
}

function SavedLine({ state, savedAt, texts }: SavedLineProps) {
  const formatTime = useHydrated() ? localTime : utcTime;
  const savedState: AutosaveState = {
    phase: "saved",
    savedAt: Date.parse(savedAt ?? ""),
    recovered: false,
  };
  const currentState = state.phase === "idle" && savedAt ? savedState : state;
  return (
    <div className={styles.line} data-words={texts.savedText && "long"}>
      <p
        role="status"
        aria-live={shouldAnnounce(currentState) ? "polite" : "off"}
        className={styles.saved}
        data-phase={currentState.phase}
      >
        {currentState.phase === "saved" && texts.savedText
          ? texts.savedText(formatTime(currentState.savedAt))
          : saveStatusText(currentState, formatTime, texts.whole)}
      </p>
    </div>
  );
}
