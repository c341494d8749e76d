import { type RefObject, useInsertionEffect, useRef } from "react";
import { type FormStates, readDirtyStates, readFormStates, restoreStates } from "../form-dom";
import { useHydrated } from "../use-hydrated";
import { useOnChangeLayout } from "../use-on-change";

const NOTHING: FormStates = new Map();

/**
 * Keeps what is typed while an answer is on its way, or was typed before what this browser had kept was
 * there: new values of the form are laid under it, not over it.
 * @param values what the form was last told to show.
 * @param reply the answer to the last post.
 */
export function useKeepTypedInput(
  form: RefObject<HTMLFormElement>,
  values: object,
  reply: unknown,
) {
  // On the first load there was time to type before the scripts came.
  const firstLoad = useRef(!useHydrated());
  const postedStates = useRef<FormStates>();
  const typedFields = useRef(NOTHING);
  const lastReply = useRef(reply);
  // Before any field is told of the answer.
  useInsertionEffect(() => {
    if (lastReply.current === reply) return;
    lastReply.current = reply;
    if (reply && form.current && postedStates.current)
      typedFields.current = readDirtyStates(form.current, postedStates.current);
    postedStates.current = undefined;
  }, [form, reply]);
  // After every field was told.
  useOnChangeLayout(values, () => {
    const states = typedFields.current;
    typedFields.current = NOTHING;
    restoreStates(states);
  });
  return {
    /** To be called when the form is posted: what it reads now, its answer knows. */
    mark: () => {
      postedStates.current = form.current ? readFormStates(form.current) : undefined;
    },
    /** To be called as the page comes to life, before what this browser has kept is laid over it. */
    hold: () => {
      if (form.current && firstLoad.current) typedFields.current = readDirtyStates(form.current);
    },
  };
}
