import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { hasNoErrors, type SummarizedReply } from "~/forms/form-reply";
import { type FormValues, fieldPath } from "~/forms/read-form";
import { errorPlaces, remainingErrors } from "~/forms/remaining-errors";
import { readFormValues } from "./form-dom";
import { preserveScroll } from "./preserve-scroll";
import { useOnMountAndChange } from "./use-on-change";

/** Why a step was refused, with the values that this is about. */
export type StepErrors = Pick<SummarizedReply, "errors" | "summary"> & { values?: object };

/**
 * The rules as the page knows them.
 * @param formValues the form; without it `current`, what the form displays, is validated.
 * @returns undefined if all pass.
 */
export type StepValidator = (
  formValues: FormValues | undefined,
  current: object,
) => StepErrors | undefined;

interface RefusalOptions {
  form: RefObject<HTMLFormElement>;
  /** What the form displays. */
  values: object;
  reply: StepErrors | undefined;
  /** Undefined while they are not loaded. */
  check: StepValidator | undefined;
  /** The parts of a step that are no text fields but may fix an error: files. */
  files?: {
    isFile: (name: string) => boolean;
    /** Whether a file was chosen on this page since it was loaded. */
    isChosen: (name: string, current: object) => boolean;
    subscribe: (listen: () => void) => () => void;
  };
}

const NOTHING_WRONG: StepErrors = { errors: {}, summary: [] };

type Known = Parameters<typeof remainingErrors>[1]["clientProblems"];
const NOTHING_KNOWN: Known = { places: new Set(), summary: [] };

/** What the page can find itself of a refused form. */
function knownProblems(check: StepValidator | undefined, posted: FormValues, values: object) {
  const problems = check?.(posted, values);
  if (!problems) return check && NOTHING_KNOWN;
  return { places: errorPlaces(problems, problems.values ?? values), summary: problems.summary };
}

const hasProblems = ({ errors, summary }: StepErrors) => !hasNoErrors(errors) || summary.length > 0;

/** Milliseconds without input before the errors are updated. */
const TYPING_PAUSE_MS = 150;

function serializeAt(formValues: FormValues, name: string): string {
  const found = (fieldPath(name) ?? []).reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    formValues,
  );
  return JSON.stringify(found) ?? "";
}

/**
 * The errors of a step. An error disappears once its field is valid; one that only the server can find, once
 * its field has changed.
 */
export function useStepErrors({ form, values, reply, check, files }: RefusalOptions) {
  const [refusal, setRefusal] = useState<StepErrors>(reply ?? NOTHING_WRONG);
  const [remainingRefusal, setRemainingRefusal] =
    useState<Pick<StepErrors, "errors" | "summary">>(refusal);
  const [lastReply, setLastReply] = useState(reply);
  const read = useCallback(() => (form.current ? readFormValues(form.current) : {}), [form]);

  function showErrors(newRefusal: StepErrors): void {
    setRefusal(newRefusal);
    setRemainingRefusal(newRefusal);
  }
  // The server has the last word: its reply replaces the browser's errors.
  if (reply !== lastReply) {
    setLastReply(reply);
    showErrors(reply ?? NOTHING_WRONG);
  }

  const latestProps = useRef({ remaining: remainingRefusal, values, check, files });
  useEffect(() => {
    latestProps.current = { remaining: remainingRefusal, values, check, files };
  });
  /** The form when it was refused, and which of its errors the page can find itself. */
  const refusedForm = useRef<{ posted: FormValues; values: object; known?: Known | undefined }>({
    posted: {},
    values,
  });
  useOnMountAndChange(refusal, () => {
    if (!hasProblems(refusal)) return;
    const posted = read();
    const refusedValues = refusal.values ?? values;
    const known = knownProblems(check, posted, refusedValues);
    refusedForm.current = { posted, values: refusedValues, known };
  });

  const revalidate = useCallback(
    (current?: object) => {
      const { remaining, values, check, files } = latestProps.current;
      if (!hasProblems(remaining)) return;
      const newFormValues = current ? undefined : read();
      const next = current ?? values;
      const nextRefusal = check?.(newFormValues, next) ?? NOTHING_WRONG;
      const { posted: before, values: refusedValues } = refusedForm.current;
      refusedForm.current.known ??= knownProblems(check, before, refusedValues);
      const nextRemaining = remainingErrors(remaining, {
        previousValues: values,
        currentValues: next,
        clientProblems: refusedForm.current.known ?? NOTHING_KNOWN,
        currentProblems: { ...nextRefusal, values: nextRefusal.values ?? next },
        // A button may have changed the rule, and nobody types just now.
        usesCurrentText: current ? () => true : files?.isFile,
        isUnchanged: (name) =>
          files?.isFile(name)
            ? !files.isChosen(name, values)
            : !newFormValues || serializeAt(newFormValues, name) === serializeAt(before, name),
      });
      // A reply of the server that has come since these errors were read has the last word.
      if (JSON.stringify(nextRemaining) !== JSON.stringify(remaining))
        setRemainingRefusal((newest) => (newest === remaining ? nextRemaining : newest));
    },
    [read],
  );

  // A moment after the last key, without moving the field that is being typed in.
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const onInput = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => preserveScroll(document.activeElement, () => revalidate()),
      TYPING_PAUSE_MS,
    );
  }, [revalidate]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const subscribe = files?.subscribe;
  const hasErrors = !hasNoErrors(remainingRefusal.errors);
  useEffect(() => {
    if (!hasErrors || !subscribe) return;
    let pendingTimer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe(() => {
      pendingTimer ??= setTimeout(() => {
        pendingTimer = undefined;
        revalidate();
      }, TYPING_PAUSE_MS);
    });
    return () => {
      clearTimeout(pendingTimer);
      stop();
    };
  }, [hasErrors, subscribe, revalidate]);

  return { refusal, remaining: remainingRefusal, showErrors, revalidate, onInput };
}
