import type { Dispatch, RefObject, SetStateAction } from "react";
import type { AnswerStep } from "~/domain/submission/steps/steps";
import type { FormValues } from "~/forms/read-form";
import { useAutosave } from "~/ui/autosave/use-autosave";
import { readFormValues } from "~/ui/form-dom";
import { useStoreOffline } from "../offline/use-offline-step";
import { uploads } from "../upload/uploads.client";
import { useReportSaving } from "./status-line";

const overlay = (formValues: FormValues): object => formValues;

/** A step, and how a form that was saved elsewhere joins its values. */
interface AutosavedStep {
  page: { draftId: string; step: AnswerStep; version: string };
  reply: { version?: string } | undefined;
  restore?: (formValues: FormValues, latestValues: object) => object;
}

/** Saves the step while it is typed: on the server, and in the browser while there is no connection. */
export function useStepAutosave(
  { page, reply, restore = overlay }: AutosavedStep,
  version: string,
  fields: {
    form: RefObject<HTMLFormElement>;
    values: object;
    setValues: Dispatch<SetStateAction<object>>;
    captureInput: () => void;
  },
) {
  const { form, values, setValues, captureInput } = fields;
  const onRestore = (copies: FormValues[]) => {
    captureInput();
    setValues((latestValues) =>
      copies.reduce((mergedValues, copy) => restore(copy, mergedValues), latestValues),
    );
  };
  const autosave = useAutosave({
    ...page,
    version,
    form,
    values,
    postedToken: reply?.version,
    onRestore,
    registerPageSave: (save) => uploads.onSave(save),
  });

  useStoreOffline(autosave.state, () => {
    if (!form.current) return undefined;
    const currentValues = restore(readFormValues(form.current), values);
    return [{ ...page, version: autosave.token }, currentValues];
  });
  useReportSaving(autosave.state);
  return autosave;
}
