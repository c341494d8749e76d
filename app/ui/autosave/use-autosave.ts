import { useIsomorphicEffect } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { AutosaveEngine } from "~/forms/autosave/autosave-engine.client";
import type { AutosavePage } from "~/forms/autosave/autosave-queue.client";
import {
  type AutosaveState,
  answerFields,
  type Fields,
  type FlushResult,
  IDLE,
} from "~/forms/autosave/autosave-state";
import { startAutosave } from "~/forms/autosave/browser-autosave.client";
import { type FormValues, readForm } from "~/forms/read-form";
import { isDirty, readFormEntries } from "../form-dom";
import { useHydrated } from "../use-hydrated";
import { useOnChange } from "../use-on-change";

interface AutosaveForm extends AutosavePage {
  form: RefObject<HTMLFormElement>;
  /** What the form displays; a new object means that the page changed a field, not the artist. */
  values: object;
  /** The version token that came back with the last post of the form. */
  postedToken: string | undefined;
  /**
   * Shows input that this browser stored earlier and that never reached the server. Later copies win over
   * earlier ones.
   */
  onRestore: (copies: FormValues[]) => void;
  /** Registers a save that runs before something else on the page. @returns a function that removes it. */
  registerPageSave?: (save: () => Promise<unknown>) => () => void;
}

export interface Autosave {
  state: AutosaveState;
  /** The newest token to post with the form; a getter, so that older renders read it as well. */
  readonly token: string;
  saveNow: () => Promise<FlushResult>;
  /** Call it when a field changed without an event and without new `values`. */
  touch: () => void;
  /** Stops autosaving while the form itself is being posted. */
  hold: (isHeld: boolean) => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/**
 * Makes the engine known to React. It is created after the form is mounted, and a form that nobody has used
 * yet is not rendered again for it.
 */
function createEngineSlot() {
  let engine: AutosaveEngine | undefined;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    engine: () => engine,
    state: () => engine?.state() ?? IDLE,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Attaches an engine. @returns a function that stops listening to it. */
    attach: (newEngine: AutosaveEngine) => {
      engine = newEngine;
      const stop = newEngine.subscribe(notify);
      notify();
      return stop;
    },
  };
}

const readFields = (form: HTMLFormElement): Fields => answerFields(readFormEntries(form));

interface FormListener {
  onEdit: () => void;
  /** A field lost the focus, or the page is being closed or hidden. */
  onLeave: () => void;
  /** The page is visible again, or the connection is back. */
  onReturn: () => void;
}

function listenToForm(form: HTMLFormElement, { onEdit, onLeave, onReturn }: FormListener) {
  const controller = new AbortController();
  const { signal } = controller;
  form.addEventListener("input", onEdit, { signal });
  form.addEventListener("change", onEdit, { signal });
  form.addEventListener("focusout", onLeave, { signal });
  window.addEventListener("pagehide", onLeave, { signal });
  window.addEventListener("online", onReturn, { signal });
  document.addEventListener("visibilitychange", () => (document.hidden ? onLeave() : onReturn()), {
    signal,
  });
  return () => controller.abort();
}

/**
 * Saves a form while the artist types. Does nothing without script.
 * @param page `version` is the version when the page was opened; later ones come as `postedToken`.
 */
export function useAutosave(page: AutosaveForm): Autosave {
  const { draftId, step, version, form, values, postedToken } = page;
  const [slot] = useState(createEngineSlot);
  const firstLoad = useRef(!useHydrated());

  const withForm = (callback: (engine: AutosaveEngine, target: HTMLFormElement) => void) => () => {
    const engine = slot.engine();
    if (engine && form.current) callback(engine, form.current);
  };
  const touch = withForm((engine, target) => engine.schedule(readFields(target)));

  const latestPage = useRef(page);
  useIsomorphicEffect(() => {
    latestPage.current = page;
  });
  // A layout effect, so that no input made after the page changed is missed.
  useIsomorphicEffect(() => {
    const target = form.current;
    if (!target) return;
    const { version, path, onRestore, registerPageSave } = latestPage.current;
    // The artist may have typed on the first load, before the scripts arrived.
    const wasEdited = firstLoad.current && isDirty(target);
    const currentFields = readFields(target);
    const autosave = startAutosave(
      { draftId, step, version, path },
      wasEdited ? [] : currentFields,
    );
    const copies = autosave.unsent.map((fields) =>
      readForm(fields.map(([name, text]) => [name, text])),
    );
    if (copies.length > 0) onRestore(copies);
    else if (wasEdited) autosave.engine.schedule(currentFields);
    const detach = slot.attach(autosave.engine);
    const onChange = () => autosave.engine.schedule(readFields(target));
    const stop = listenToForm(target, {
      onEdit: onChange,
      onLeave: () => {
        // Fields that scripts fill in send no events.
        onChange();
        autosave.engine.flush();
      },
      onReturn: () => autosave.engine.wake(),
    });
    const stopSaving = registerPageSave?.(() => {
      onChange();
      return autosave.engine.flushAndWait();
    });
    return () => {
      stop();
      stopSaving?.();
      autosave.engine.flush();
      detach();
    };
  }, [slot, draftId, step, form]);

  useOnChange(values, touch);

  useEffect(() => {
    if (postedToken) slot.engine()?.rebase(postedToken);
  }, [slot, postedToken]);

  const state = useSyncExternalStore(slot.subscribe, slot.state, () => IDLE);

  return {
    state,
    get token() {
      return slot.engine()?.token() ?? version;
    },
    saveNow: () => slot.engine()?.flushAndWait() ?? Promise.resolve("saved"),
    touch,
    hold: (isHeld) => slot.engine()?.setPaused(isHeld),
    keepMine: withForm((engine, target) => engine.keepMine(readFields(target))),
    takeTheirs: () => slot.engine()?.takeTheirs(),
  };
}
