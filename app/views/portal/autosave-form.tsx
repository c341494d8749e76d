import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { localTime, utcTime } from "~/components/autosave/clock-time";
import { ConflictChoice } from "~/components/autosave/conflict-choice";
import { useAutosave } from "~/components/autosave/use-autosave";
import { useKeepTypedInput } from "~/components/autosave/use-keep-typed-input";
import { useRetryingSubmit } from "~/components/autosave/use-retrying-submit";
import { EnterButton } from "~/components/enter-button";
import { ErrorSummary } from "~/components/error-summary";
import { readFormValues, readSubmission } from "~/components/form-dom";
import { FormReplyContext, useCurrentValues } from "~/components/form-reply-context";
import { useErrorTitle } from "~/components/use-error-title";
import { useHydrated } from "~/components/use-hydrated";
import { useOnMountAndChange } from "~/components/use-on-change";
import { useStepErrors } from "~/components/use-step-errors";
import type { AutosavePage } from "~/forms/autosave/autosave-queue.client";
import {
  type AutosaveState,
  type StepConflict,
  saveStatusText,
  shouldAnnounce,
} from "~/forms/autosave/autosave-state";
import { type FieldErrors, type FormReply, hasNoErrors } from "~/forms/form-reply";
import type { FormValues } from "~/forms/read-form";
import { lastOf } from "~/platform/formats/last-of";
import styles from "./autosave-form.module.css";

/** The action's data when the form is shown again. */
export type AutosaveReply = FormReply & { version?: string | undefined; conflict?: StepConflict };

/** The words for what the form saves. */
interface OwnWords {
  /** What there may be two versions of, such as this page of a release. */
  page: string;
  whole: string;
  /** The text once it is saved; by default the time of the save. */
  kept?: (time: string) => string;
}

interface OwnFormProps {
  page: AutosavePage;
  /** The saved values. */
  saved: object;
  /** When they were saved, as an ISO time; undefined if never. */
  savedAt: string | undefined;
  reply: AutosaveReply | undefined;
  words: OwnWords;
  /** The intent of the button that submits; only that one is validated. */
  sends: string;
  /** The action's rules, as far as the page knows them. */
  check: (formValues: FormValues) => FieldErrors;
  /** Reduces the errors that the summary lists. */
  summarise?: (errors: FieldErrors) => FieldErrors;
  /** Called with the values of the form while the artist types. */
  onTyped?: (formValues: FormValues) => void;
  /** Prepares the files of the form in place. @returns what is wrong with them. */
  prepare?: (data: FormData) => Promise<FieldErrors>;
  /** Drawn below the choice between two versions. */
  beside?: ReactNode;
  children: ReactNode;
}

const hasFile = (data: FormData) =>
  [...data.values()].some((value) => typeof value !== "string" && value.size > 0);

const asTheyAre = (errors: FieldErrors) => errors;
/** Milliseconds without input before `onTyped` is called. */
const REST = 300;

/**
 * A form of the portal that saves itself; without script a plain one. With `data-checks` "off" only the
 * server validates.
 */
export function AutosaveForm(props: OwnFormProps) {
  const { page, saved, savedAt, reply, words, sends, check, onTyped, prepare, children } = props;
  const { summarise = asTheyAre } = props;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useCurrentValues(saved, reply);
  const [conflictCount, setConflictCount] = useState(0);
  const version = reply?.version ?? page.version;
  const judge = (formValues: FormValues | undefined) => {
    const errors = formValues ? check(formValues) : {};
    return hasNoErrors(errors) ? undefined : { errors, summary: [] };
  };
  const telling = useStepErrors({ form, values, reply, check: judge });
  const { refusal, left, refuse, onInput } = telling;
  const typing = useKeepTypedInput(form, values, reply);
  const saving = useAutosave({
    ...page,
    version,
    form,
    values,
    posted: reply?.version,
    onRestore: (copies) => {
      typing.hold();
      setValues((current) => lastOf(copies) ?? current);
    },
  });
  const post = useRetryingSubmit(form, saving, undefined);
  const unsaved = reply?.conflict !== undefined;
  const context = useMemo(
    () => ({ values, errors: left.errors, refusal, unsaved, press: () => false }),
    [values, left, refusal, unsaved],
  );
  useErrorTitle(!hasNoErrors(left.errors) || left.summary.length > 0);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  // Input from before hydration, and restored input, is only in the DOM.
  useOnMountAndChange(values, () => form.current && onTyped?.(readFormValues(form.current)));

  function onType(event: FormEvent<HTMLFormElement>) {
    const target = event.currentTarget;
    onInput();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onTyped?.(readFormValues(target)), REST);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const data = readSubmission(target, submitter);
    const intent = String(data.get("intent") ?? "save");
    const formValues = readFormValues(target);
    onTyped?.(formValues);
    const checks = target.dataset.checks !== "off";
    const errors = intent === sends && checks ? check(formValues) : {};
    if (prepare && checks) Object.assign(errors, await prepare(data));
    if (!hasNoErrors(errors)) return refuse({ errors, summary: [] });
    typing.mark();
    if (await post(intent, hasFile(data) ? data : undefined))
      setConflictCount((times) => times + 1);
  }

  return (
    <Form
      ref={form}
      method="post"
      encType={prepare && "multipart/form-data"}
      noValidate
      onSubmit={onSubmit}
      onInput={onType}
      onClick={onType}
      className={styles.form}
    >
      <EnterButton intent="save">Save</EnterButton>
      <input type="hidden" name="version" value={version} />
      <SavedLine state={saving.state} savedAt={savedAt} words={words} />
      <ErrorSummary sentences={left.summary} errors={summarise(left.errors)} refusal={refusal} />
      <ConflictChoice
        saving={saving}
        reply={reply}
        asked={conflictCount}
        of={words}
        beside={props.beside}
      />
      <FormReplyContext.Provider value={context}>{children}</FormReplyContext.Provider>
    </Form>
  );
}

interface SavedLineProps {
  state: AutosaveState;
  savedAt: string | undefined;
  words: OwnWords;
}

/** The autosave status, sticky at the top. */
function SavedLine({ state, savedAt, words }: SavedLineProps) {
  const timeOf = useHydrated() ? localTime : utcTime;
  const before: AutosaveState = { phase: "saved", at: Date.parse(savedAt ?? ""), recovered: false };
  const currentState = state.phase === "idle" && savedAt ? before : state;
  return (
    <div className={styles.line} data-words={words.kept && "long"}>
      <p
        role="status"
        aria-live={shouldAnnounce(currentState) ? "polite" : "off"}
        className={styles.saved}
        data-phase={currentState.phase}
      >
        {currentState.phase === "saved" && words.kept
          ? words.kept(timeOf(currentState.at))
          : saveStatusText(currentState, timeOf, words.whole)}
      </p>
    </div>
  );
}
