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
  /** What the form was last told to show; another object means that nobody typed the change. */
  values: object;
  /** The token that came back with the last post of the form. */
  posted: string | undefined;
  /**
   * Shows what was typed earlier in this browser and never arrived: posted forms, to be laid one
   * over the other and over what the page shows.
   */
  onRestore: (copies: FormValues[]) => void;
  /** Has something else of the page ask for a save first. @returns what ends that. */
  registerPageSave?: (save: () => Promise<unknown>) => () => void;
}

/** A form that saves itself while it is typed in. */
export interface Autosave {
  state: AutosaveState;
  /** The token to post with the form; always the newest, also in an older render. */
  readonly token: string;
  /** Saves what is typed and resolves when it is known what has become of it. */
  settle: () => Promise<FlushResult>;
  /** To be called when a field changed without an event, and without new `values`. */
  touch: () => void;
  /** Whether the form itself is on its way, so that nothing is to be saved beside it. */
  hold: (is: boolean) => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/**
 * Where a form hears of the engine that saves it. The engine is there only once the form is, and a
 * form to which nothing has happened yet is not drawn again for it.
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
    /** @returns what stops listening to it. */
    take: (newEngine: AutosaveEngine) => {
      engine = newEngine;
      const stop = newEngine.subscribe(tell);
      tell();
      return stop;
    },
  };
}

/** The answers in a form as it stands on the page. */
const fieldsOf = (form: HTMLFormElement): Fields => answerFields(readFormEntries(form));

/** What happens to a form that is being saved. */
interface FormListener {
  changed: () => void;
  /** A field was left, or the page is about to be. */
  left: () => void;
  /** The page, or the connection, is back. */
  back: () => void;
}

/** Listens to a form and to the page around it. @returns the function that stops it. */
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
 * Saves a form while it is typed in. Without script nothing of it happens.
 * @param page `version` counts for the page as it is opened; later ones come as `posted`.
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
  // In one with the page's own change: what is typed any later is heard.
  useIsomorphicEffect(() => {
    const target = form.current;
    if (!target) return;
    const { version, path, onRestore, registerPageSave } = opening.current;
    // On the first load there was time to type before the scripts came.
    const touched = firstLoad.current && isDirty(target);
    const shownFields = fieldsOf(target);
    const autosave = startAutosave({ draftId, step, version, path }, touched ? [] : shownFields);
    const copies = autosave.unsent.map((fields) =>
      readForm(fields.map(([name, text]) => [name, text])),
    );
    if (copies.length > 0) onRestore(copies);
    else if (touched) autosave.engine.schedule(shownFields);
    const leave = slot.take(autosave.engine);
    const onChange = () => autosave.engine.schedule(fieldsOf(target));
    const stop = listenToForm(target, {
      changed: onChange,
      left: () => {
        // Fields that scripts fill in tell nobody.
        onChange();
        autosave.engine.flush();
      },
      back: () => autosave.engine.wake(),
    });
    const stopSaving = registerPageSave?.(() => {
      onChange();
      return autosave.engine.flushAndWait();
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
    if (posted) slot.engine()?.rebase(posted);
  }, [slot, posted]);

  const state = useSyncExternalStore(slot.subscribe, slot.state, () => IDLE);

  return {
    state,
    get token() {
      return slot.engine()?.token() ?? version;
    },
    settle: () => slot.engine()?.flushAndWait() ?? Promise.resolve("saved"),
    touch,
    hold: (is) => slot.engine()?.setPaused(is),
    keepMine: onForm((saving, target) => saving.keepMine(fieldsOf(target))),
    takeTheirs: () => slot.engine()?.takeTheirs(),
  };
}
