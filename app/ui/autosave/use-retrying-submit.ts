import { useLocation, useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { KEEP_MINE } from "~/forms/autosave/autosave-state";
import { connectionTrouble, retryThroughOutages, subscribe } from "~/platform/connection.client";
import { refreshRetriedPosts } from "~/platform/page-requests.client";
import { readFormEntries } from "../form-dom";
import { useOnChange } from "../use-on-change";
import type { Autosave } from "./use-autosave";

/** Rejects at once while the browser is offline, so that the caller waits for the connection. */
function rejectWhenOffline(task: Promise<void>): Promise<void> {
  const offline = new Promise<never>((_, reject) => {
    setTimeout(() => !navigator.onLine && reject(new Error("Offline")));
  });
  return Promise.race([task, offline]);
}

/** Calls `callback` once the connection is lost, or now if it already is; never after `signal` aborts. */
function whenLost(signal: AbortSignal, callback: () => void): void {
  let stop = () => {};
  const check = () => {
    if (!connectionTrouble()) return;
    stop();
    callback();
  };
  stop = subscribe(check);
  signal.addEventListener("abort", stop);
  check();
}

function createDecision() {
  let markAnswered = () => {};
  const answered = new Promise<void>((resolve) => {
    markAnswered = resolve;
  });
  return { answered, markAnswered };
}

/**
 * Posts the form of a step over an unreliable connection: once, with the values and the version that are
 * current when the connection is back.
 * @param beforeSubmit resolves when the form may be posted.
 * @param storeOffline stores the form for later once the connection is lost, and returns the path to go to;
 * undefined where the post has to wait.
 */
export function useRetryingSubmit(
  form: RefObject<HTMLFormElement>,
  autosave: Pick<Autosave, "saveNow" | "token" | "touch" | "hold">,
  beforeSubmit: (() => Promise<void>) | undefined,
  storeOffline?: (intent: string) => Promise<string | undefined>,
) {
  const submit = useSubmit();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const { pathname, search } = useLocation();
  const lastAttempt = useRef<AbortController>();
  const postedAttempt = useRef<AbortController>();
  /** The post that keeps this page's version of a conflict, until it is answered. */
  const decision = useRef<{ answered: Promise<void>; markAnswered: () => void }>();
  const latest = useRef(autosave);
  useEffect(() => {
    latest.current = autosave;
  });

  const save = useCallback(async () => {
    const outcome = await latest.current.saveNow();
    if (outcome === "offline") throw new Error("Not saved yet");
    return outcome;
  }, []);

  const fields = useCallback(
    (intent: string): URLSearchParams => {
      const params = new URLSearchParams(form.current ? readFormEntries(form.current) : []);
      params.set("version", latest.current.token);
      params.set("intent", intent);
      return params;
    },
    [form],
  );

  useEffect(
    () =>
      refreshRetriedPosts(pathname, async (post) => {
        await save();
        return fields(post.get("intent") ?? "");
      }),
    [pathname, save, fields],
  );
  useEffect(() => () => lastAttempt.current?.abort(), []);
  // The post has been answered. An attempt made since is not over: it may still be saving.
  useOnChange(isIdle, () => {
    if (!isIdle) return;
    postedAttempt.current?.abort();
    latest.current.hold(false);
  });
  // On every drawing: a quick answer may be drawn without the moments before it, and Next must not wait for ever.
  useEffect(() => {
    if (!isIdle) return;
    decision.current?.markAnswered();
    decision.current = undefined;
  });

  async function continueOffline(intent: string, attempt: AbortController) {
    // Saving keeps a copy in this browser first, whatever its outcome.
    latest.current.touch();
    void latest.current.saveNow();
    const path = await storeOffline?.(intent);
    if (path === undefined || attempt.signal.aborted) return;
    attempt.abort();
    navigate(path);
  }

  /**
   * @param files the form data with files, if the form has files.
   * @returns true if another tab or device changed the step, in which case nothing is posted.
   */
  return async (intent: string, files?: FormData): Promise<boolean> => {
    // The last attempt counts; an earlier one may still be waiting.
    lastAttempt.current?.abort();
    const attempt = new AbortController();
    lastAttempt.current = attempt;
    const { signal } = attempt;
    if (storeOffline) whenLost(signal, () => void continueOffline(intent, attempt));
    try {
      if (beforeSubmit) await retryThroughOutages(() => rejectWhenOffline(beforeSubmit()), signal);
      if ((await retryThroughOutages(save, signal)) === "conflict") return true;
      // Else the artist would be asked once more about what is decided already.
      await decision.current?.answered;
      if (signal.aborted) return false;
      files?.set("version", latest.current.token);
      latest.current.hold(true);
      postedAttempt.current = attempt;
      if (intent === KEEP_MINE) decision.current = createDecision();
      submit(files ?? fields(intent), {
        method: "post",
        // The router may be on the next page already, while this one is still drawn and can be pressed.
        action: pathname + search,
        ...(files && { encType: "multipart/form-data" }),
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return false;
  };
}
