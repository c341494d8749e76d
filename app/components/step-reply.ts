import { createContext, useContext } from "react";
import type { FieldErrors } from "~/forms/reply";

/** What the fields of a step show: values as typed or saved, and one error per field. */
export interface StepReply {
  values: object;
  errors: FieldErrors;
  /** Presses a button of the form that only changes the form; whether there was one. */
  press: (intent: string) => boolean;
}

export const StepReplyContext = createContext<StepReply>({
  values: {},
  errors: {},
  press: () => false,
});

/** The values and errors around a field. */
export function useStepReply(): StepReply {
  return useContext(StepReplyContext);
}
