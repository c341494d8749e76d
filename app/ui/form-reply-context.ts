import { createContext, useContext, useState } from "react";
import type { FieldErrors } from "~/forms/form-reply";

/** What the fields of a form display: values, and one error per field. */
interface FormReply {
  values: object;
  errors: FieldErrors;
  /** A new object for every refusal; it stays the same while errors are cleared one by one. */
  refusal: unknown;
  /** Whether the values exist on this page only, because another tab or device saved others. */
  unsaved: boolean;
  /** The field that takes the focus when the page loads. */
  focusField?: string | undefined;
  /** Presses a button of the form by its intent. @returns whether there is such a button. */
  press: (intent: string) => boolean;
}

export const NO_REPLY: FormReply = {
  values: {},
  errors: {},
  refusal: undefined,
  unsaved: false,
  press: () => false,
};

export const FormReplyContext = createContext<FormReply>(NO_REPLY);

export function useFormReply(): FormReply {
  return useContext(FormReplyContext);
}

/**
 * The values that a form displays: the saved ones until the artist changes them. A reply of the server
 * replaces them.
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
