import { createContext, useContext } from "react";
import type { FieldErrors } from "~/forms/reply";

/** What the fields of a form show: values as typed or saved, and one error per field. */
export interface FormReply {
  values: object;
  errors: FieldErrors;
  /** The field that a page takes the focus to as it loads. */
  first?: string | undefined;
  /** Presses a button of the form that only changes the form; whether there was one. */
  press: (intent: string) => boolean;
}

export const FormReplyContext = createContext<FormReply>({
  values: {},
  errors: {},
  press: () => false,
});

/** The values and errors around a field. */
export function useFormReply(): FormReply {
  return useContext(FormReplyContext);
}
