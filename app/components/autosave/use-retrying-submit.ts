import { useLocation, useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { connectionTrouble, retryThroughOutages, subscribe } from "~/platform/connection.client";
import { refreshRetriedPosts } from "~/platform/page-requests.client";
import { readFormEntries } from "../form-dom";
import { useOnChange } from "../use-on-change";
import type { Autosave } from "./use-autosave";

/** Fails at once where there is no connection and something is left to wait for. */
function unlessOffline(work: Promise<void>): Promise<void> {
  const offline = new Promise<never>((_, reject) => {
    setTimeout(() => !navigator.onLine && reject(new Error("Offline")));
  });
  return Promise.race([work, offline]);
}

/** Runs `act` once the line is gone, or now where it is; not after `signal`. */
function whenLost(signal: AbortSignal, act: () => void): void {
  let stop = () => {};
  const look = () => {
    if (!connectionTrouble()) return;
    stop();
    act();
  };
  stop = subscribe(look);
  signal.addEventListener("abort", stop);
  look();
}

/**
 * Posts the form of a step through a line that goes and comes back: once, as the form reads when
 * it is back, over what is saved by then.
 * @param beforeSubmit resolves when the form may be posted.
 * @param without where a press leads that is kept for later, once the line is gone; undefined where
 * the post has to wait.
 */
export function useRetryingSubmit(
  form: RefObject<HTMLFormElement>,
  saving: Pick<Autosave, "settle" | "token" | "touch" | "hold">,
  beforeSubmit: (() => Promise<void>) | undefined,
  without?: (intent: string) => Promise<string | undefined>,
) {
  const submit = useSubmit();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const { pathname } = useLocation();
  const lastPress = useRef<AbortController>();
  const newest = useRef(saving);
  useEffect(() => {
    newest.current = saving;
  });

  const save = useCallback(async () => {
    const outcome = await newest.current.settle();
    if (outcome === "offline") throw new Error("Not saved yet");
    return outcome;
  }, []);

  const fields = useCallback(
    (intent: string): URLSearchParams => {
      const params = new URLSearchParams(form.current ? readFormEntries(form.current) : []);
      params.set("version", newest.current.token);
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
  useEffect(() => () => lastPress.current?.abort(), []);
  // The press has been answered.
  useOnChange(isIdle, () => {
    if (!isIdle) return;
    lastPress.current?.abort();
    newest.current.hold(false);
  });

  async function goOnWithout(intent: string, press: AbortController) {
    // The form as it reads now; whatever becomes of saving it, that keeps a copy first.
    newest.current.touch();
    void newest.current.settle();
    const path = await without?.(intent);
    if (path === undefined || press.signal.aborted) return;
    press.abort();
    navigate(path);
  }

  /**
   * @param files the form with its files, which are posted along.
   * @returns whether somebody else had changed the step, in which case nothing is posted.
   */
  return async (intent: string, files?: FormData): Promise<boolean> => {
    // The last press counts: an earlier one may still be waiting.
    lastPress.current?.abort();
    const press = new AbortController();
    lastPress.current = press;
    const { signal } = press;
    if (without) whenLost(signal, () => void goOnWithout(intent, press));
    try {
      if (beforeSubmit) await retryThroughOutages(() => unlessOffline(beforeSubmit()), signal);
      if ((await retryThroughOutages(save, signal)) === "conflict") return true;
      if (signal.aborted) return false;
      files?.set("version", newest.current.token);
      newest.current.hold(true);
      submit(files ?? fields(intent), {
        method: "post",
        ...(files && { encType: "multipart/form-data" }),
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return false;
  };
}
