import { createContext, useContext } from "react";
import type { FieldErrors } from "~/forms/reply";

/** What the fields of a step show: values as typed or saved, and one error per field. */
export interface StepReply {
  values: object;
  errors: FieldErrors;
}

export const StepReplyContext = createContext<StepReply>({ values: {}, errors: {} });

/** The values and errors around a field. */
export function useStepReply(): StepReply {
  return useContext(StepReplyContext);
}
