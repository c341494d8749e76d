import { createContext, useContext, useState } from "react";
import type { FieldErrors } from "~/forms/form-reply";

/** What the fields of a form show: values as typed or saved, and one error per field. */
interface FormReply {
  values: object;
  errors: FieldErrors;
  /** Another with every refusal; errors that go one by one leave it as it is. */
  refusal: unknown;
  /** Whether the values stand in this page alone: another tab or device has saved others. */
  unsaved: boolean;
  /** The field that a page takes the focus to as it loads. */
  first?: string | undefined;
  /** Presses a button of the form that only changes the form; whether there was one. */
  press: (intent: string) => boolean;
}

/** A form that has no answer yet. */
export const NO_REPLY: FormReply = {
  values: {},
  errors: {},
  refusal: undefined,
  unsaved: false,
  press: () => false,
};

export const FormReplyContext = createContext<FormReply>(NO_REPLY);

/** The values and errors around a field. */
export function useFormReply(): FormReply {
  return useContext(FormReplyContext);
}

/**
 * What a form shows: what is saved, until the artist changes it. The server has the last word: what was
 * posted comes back with its reply, and takes the place of what was shown.
 */
export function useCurrentValues(savedValues: object, reply: { values: object } | undefined) {
  const [values, setValues] = useState(reply?.values ?? savedValues);
  const [lastReply, setLastReply] = useState(reply);
  if (reply !== lastReply) {
    setLastReply(reply);
    if (reply) setValues(reply.values);
  }
  return [values, setValues] as const;
}
