import { useLocation, useSubmit } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { through } from "~/platform/line.client";
import { renewPosts } from "~/platform/page-requests.client";
import type { Autosave } from "../autosave/use-autosave";

/** Fails at once where there is no connection and something is left to wait for. */
function unlessOffline(work: Promise<void>): Promise<void> {
  const offline = new Promise<never>((_, reject) => {
    setTimeout(() => !navigator.onLine && reject(new Error("Offline")));
  });
  return Promise.race([work, offline]);
}

/**
 * Posts the form of a step through a line that goes and comes back: once, as the form reads when
 * it is back, over what is saved by then.
 * @param beforeSubmit resolves when the form may be posted.
 */
export function useCarriedPost(
  form: RefObject<HTMLFormElement>,
  saving: Pick<Autosave, "settle" | "token">,
  beforeSubmit: (() => Promise<void>) | undefined,
) {
  const submit = useSubmit();
  const { pathname } = useLocation();
  const pressed = useRef<AbortController>();
  const newest = useRef(saving);
  useEffect(() => {
    newest.current = saving;
  });

  async function saved() {
    const settled = await newest.current.settle();
    if (settled === "offline") throw new Error("Not saved yet");
    return settled;
  }

  function fields(intent: string): URLSearchParams {
    const read = new URLSearchParams();
    for (const [name, value] of new FormData(form.current ?? undefined))
      if (typeof value === "string") read.append(name, value);
    read.set("version", newest.current.token);
    read.set("intent", intent);
    return read;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: both read nothing but refs.
  useEffect(
    () =>
      renewPosts(pathname, async (posted) => {
        await saved();
        return fields(posted.get("intent") ?? "");
      }),
    [pathname],
  );
  useEffect(() => () => pressed.current?.abort(), []);

  /** @returns whether somebody else had changed the step, in which case nothing is posted. */
  return async (intent: string): Promise<boolean> => {
    // The last press counts: an earlier one may still be waiting.
    pressed.current?.abort();
    const press = new AbortController();
    pressed.current = press;
    const { signal } = press;
    try {
      if (beforeSubmit) await through(() => unlessOffline(beforeSubmit()), signal);
      if ((await through(saved, signal)) === "conflict") return true;
      if (!signal.aborted) submit(fields(intent), { method: "post" });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return false;
  };
}
