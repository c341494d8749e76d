import { useIsomorphicEffect } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { AutosaveEngine } from "~/forms/autosave/autosave.client";
import type { AutosavePage } from "~/forms/autosave/autosave-queue.client";
import {
  type AutosaveState,
  type Fields,
  type FlushResult,
  IDLE,
} from "~/forms/autosave/autosave-state";
import { startAutosave } from "~/forms/autosave/browser-autosave.client";
import { answerFields } from "~/forms/autosave/post-version";
import { type FormValues, readForm } from "~/forms/read-form";
import { isDirty, readFormEntries } from "../form-dom";
import { useHydrated } from "../use-hydrated";
import { useOnChange } from "../use-on-change";

interface AutosaveForm extends AutosavePage {
  form: RefObject<HTMLFormElement>;
  /** What the form displays; a new object means that the page changed a field, not the artist. */
  values: object;
  /** The version token that came back with the last post of the form. */
  posted: string | undefined;
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
  /** Saves the form now and resolves with the outcome. */
  settle: () => Promise<FlushResult>;
  /** Call it when a field changed without an event and without new `values`. */
  touch: () => void;
  /** Stops autosaving while the form itself is being posted. */
  hold: (is: boolean) => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/**
 * Makes the engine known to React. It is created after the form is mounted, and a form that nobody has used
 * yet is not rendered again for it.
 */
function engineSlot() {
  let engine: AutosaveEngine | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listen of listeners) listen();
  };
  return {
    engine: () => engine,
    state: () => engine?.state() ?? IDLE,
    subscribe: (listen: () => void) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    /** Attaches an engine. @returns a function that stops listening to it. */
    take: (newEngine: AutosaveEngine) => {
      engine = newEngine;
      const stop = newEngine.subscribe(tell);
      tell();
      return stop;
    },
  };
}

const fieldsOf = (form: HTMLFormElement): Fields => answerFields(readFormEntries(form));

interface FormListener {
  changed: () => void;
  /** A field lost the focus, or the page is being closed or hidden. */
  left: () => void;
  /** The page is visible again, or the connection is back. */
  back: () => void;
}

/** Listens to a form and to the page around it. @returns a function that removes the listeners. */
function listenToForm(form: HTMLFormElement, { changed, left, back }: FormListener) {
  const stop = new AbortController();
  const { signal } = stop;
  form.addEventListener("input", changed, { signal });
  form.addEventListener("change", changed, { signal });
  form.addEventListener("focusout", left, { signal });
  window.addEventListener("pagehide", left, { signal });
  window.addEventListener("online", back, { signal });
  document.addEventListener("visibilitychange", () => (document.hidden ? left() : back()), {
    signal,
  });
  return () => stop.abort();
}

/**
 * Saves a form while the artist types. Does nothing without script.
 * @param page `version` is the version when the page was opened; later ones come as `postedToken`.
 */
export function useAutosave(page: AutosaveForm): Autosave {
  const { draftId, step, version, form, values, posted } = page;
  const [slot] = useState(engineSlot);
  const firstLoad = useRef(!useHydrated());

  const onForm = (act: (engine: AutosaveEngine, target: HTMLFormElement) => void) => () => {
    const engine = slot.engine();
    if (engine && form.current) act(engine, form.current);
  };
  const touch = onForm((saving, target) => saving.schedule(fieldsOf(target)));

  const opening = useRef(page);
  useIsomorphicEffect(() => {
    opening.current = page;
  });
  // A layout effect, so that no input made after the page changed is missed.
  useIsomorphicEffect(() => {
    const target = form.current;
    if (!target) return;
    const { version, path, onRestore, registerPageSave } = opening.current;
    // The artist may have typed on the first load, before the scripts arrived.
    const touched = firstLoad.current && isDirty(target);
    const shownFields = fieldsOf(target);
    const autosave = startAutosave({ draftId, step, version, path }, touched ? [] : shownFields);
    const copies = autosave.kept.map((fields) =>
      readForm(fields.map(([name, text]) => [name, text])),
    );
    if (copies.length > 0) onRestore(copies);
    else if (touched) autosave.engine.schedule(shownFields);
    const leave = slot.take(autosave.engine);
    const onChange = () => autosave.engine.schedule(fieldsOf(target));
    const stop = listenToForm(target, {
      changed: onChange,
      left: () => {
        // Fields that scripts fill in send no events.
        onChange();
        autosave.engine.flush();
      },
      back: () => autosave.engine.wake(),
    });
    const stopSaving = registerPageSave?.(() => {
      onChange();
      return autosave.engine.settle();
    });
    return () => {
      stop();
      stopSaving?.();
      autosave.engine.flush();
      leave();
    };
  }, [slot, draftId, step, form]);

  useOnChange(values, touch);

  useEffect(() => {
    if (posted) slot.engine()?.follow(posted);
  }, [slot, posted]);

  const state = useSyncExternalStore(slot.subscribe, slot.state, () => IDLE);

  return {
    state,
    get token() {
      return slot.engine()?.token() ?? version;
    },
    settle: () => slot.engine()?.settle() ?? Promise.resolve("saved"),
    touch,
    hold: (is) => slot.engine()?.hold(is),
    keepMine: onForm((saving, target) => saving.keepMine(fieldsOf(target))),
    takeTheirs: () => slot.engine()?.takeTheirs(),
  };
}
