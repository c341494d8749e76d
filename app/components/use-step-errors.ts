import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type FormReply, hasNoErrors } from "~/forms/form-reply";
import { type FormValues, fieldPath } from "~/forms/read-form";
import { placesOf, remainingErrors } from "~/forms/remaining-errors";
import { readFormValues } from "./form-dom";
import { preserveScroll } from "./preserve-scroll";
import { useOnMountAndChange } from "./use-on-change";

/** Why a step cannot pass, with the values that this was said of. */
export type StepErrors = Pick<FormReply, "errors" | "summary"> & { values?: object };

/**
 * The rules as the page knows them.
 * @param formValues the form; without it `current` itself is judged: what the form was last told to show.
 * @returns undefined when all pass.
 */
export type StepValidator = (
  formValues: FormValues | undefined,
  current: object,
) => StepErrors | undefined;

interface RefusalOptions {
  form: RefObject<HTMLFormElement>;
  /** What the form shows. */
  values: object;
  reply: StepErrors | undefined;
  check: StepValidator;
  /** What beside the form's own texts answers an error: files. */
  files?: {
    isFile: (name: string) => boolean;
    /** Whether a file was chosen in this page since it came. */
    isChosen: (name: string, current: object) => boolean;
    subscribe: (listen: () => void) => () => void;
  };
}

const NOTHING_WRONG: StepErrors = { errors: {}, summary: [] };

type Known = Parameters<typeof remainingErrors>[1]["clientProblems"];
const NOTHING_KNOWN: Known = { places: new Set(), summary: [] };

const isTold = ({ errors, summary }: StepErrors) => !hasNoErrors(errors) || summary.length > 0;

/** How long typing rests before errors follow it, in milliseconds. */
const REST = 150;

function textAt(formValues: FormValues, name: string): string {
  const at = (fieldPath(name) ?? []).reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    formValues,
  );
  return JSON.stringify(at) ?? "";
}

/**
 * What keeps a step from passing. An error goes when its field is right, and not before; what only
 * the server could find wrong, when its field was changed.
 */
export function useStepErrors({ form, values, reply, check, files }: RefusalOptions) {
  const [refusal, setRefusal] = useState<StepErrors>(reply ?? NOTHING_WRONG);
  const [remainingRefusal, setRemainingRefusal] =
    useState<Pick<StepErrors, "errors" | "summary">>(refusal);
  const [lastReply, setLastReply] = useState(reply);
  const read = useCallback(() => (form.current ? readFormValues(form.current) : {}), [form]);

  function refuse(newRefusal: StepErrors): void {
    setRefusal(newRefusal);
    setRemainingRefusal(newRefusal);
  }
  // The server has the last word: its reply replaces what the browser found.
  if (reply !== lastReply) {
    setLastReply(reply);
    refuse(reply ?? NOTHING_WRONG);
  }

  const now = useRef({ left: remainingRefusal, values, check, files });
  useEffect(() => {
    now.current = { left: remainingRefusal, values, check, files };
  });
  /** How the form read when it was refused, and what of that the page finds itself. */
  const latest = useRef<{ posted: FormValues; known: Known }>({ posted: {}, known: NOTHING_KNOWN });
  useOnMountAndChange(refusal, () => {
    if (!isTold(refusal)) return;
    const formValues = read();
    const currentValues = refusal.values ?? values;
    const pageRefusal = check(formValues, currentValues) ?? NOTHING_WRONG;
    const places = placesOf(pageRefusal, pageRefusal.values ?? currentValues);
    latest.current = { posted: formValues, known: { places, summary: pageRefusal.summary } };
  });

  const follow = useCallback(
    (current?: object) => {
      const { left, values, check, files } = now.current;
      if (!isTold(left)) return;
      const newFormValues = current ? undefined : read();
      const next = current ?? values;
      const nextRefusal = check(newFormValues, next) ?? NOTHING_WRONG;
      const { posted: before, known } = latest.current;
      const still = remainingErrors(left, {
        previousValues: values,
        currentValues: next,
        clientProblems: known,
        currentProblems: { ...nextRefusal, values: nextRefusal.values ?? next },
        usesCurrentText: files?.isFile,
        isUnchanged: (name) =>
          files?.isFile(name)
            ? !files.isChosen(name, values)
            : !newFormValues || textAt(newFormValues, name) === textAt(before, name),
      });
      if (JSON.stringify(still) !== JSON.stringify(left)) setRemainingRefusal(still);
    },
    [read],
  );

  // A moment after the last key, and never moving what is typed in away.
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const onInput = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => preserveScroll(document.activeElement, () => follow()), REST);
  }, [follow]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const subscribe = files?.subscribe;
  const wrong = !hasNoErrors(remainingRefusal.errors);
  useEffect(() => {
    if (!wrong || !subscribe) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        follow();
      }, REST);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [wrong, subscribe, follow]);

  return { refusal, left: remainingRefusal, refuse, follow, onInput };
}
