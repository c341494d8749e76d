import { type RefObject, useInsertionEffect, useRef } from "react";
import { type FormStates, readDirtyStates, readFormStates, restoreStates } from "../form-dom";
import { useHydrated } from "../use-hydrated";
import { useOnChangeLayout } from "../use-on-change";

const NO_STATES: FormStates = new Map();

/**
 * Keeps the artist's input when new values of the form arrive: what was typed while a post was in flight, or
 * before the stored copy of this browser was read.
 * @param values what the form displays.
 * @param reply the reply to the last post.
 */
export function useKeepTypedInput(
  form: RefObject<HTMLFormElement>,
  values: object,
  reply: unknown,
) {
  // The artist may have typed on the first load, before the scripts arrived.
  const firstLoad = useRef(!useHydrated());
  const postedStates = useRef<FormStates>();
  const unsavedStates = useRef(NO_STATES);
  const lastReply = useRef(reply);
  // Runs before any field reads the reply.
  useInsertionEffect(() => {
    if (lastReply.current === reply) return;
    lastReply.current = reply;
    if (reply && form.current && postedStates.current)
      unsavedStates.current = readDirtyStates(form.current, postedStates.current);
    postedStates.current = undefined;
  }, [form, reply]);
  // Runs after every field took its new value.
  useOnChangeLayout(values, () => {
    const states = unsavedStates.current;
    unsavedStates.current = NO_STATES;
    restoreStates(states);
  });
  return {
    /** Call it when the form is posted, to record what the reply will be about. */
    markPosted: () => {
      postedStates.current = form.current ? readFormStates(form.current) : undefined;
    },
    /** Call it when the page hydrates, before the stored copy of this browser is displayed. */
    captureInput: () => {
      if (form.current && firstLoad.current) unsavedStates.current = readDirtyStates(form.current);
    },
  };
}
