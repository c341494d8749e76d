import { useIsomorphicEffect } from "@mantine/hooks";
import { useEffect, useRef } from "react";

/** A value that no caller passes. */
const NOTHING = Symbol("nothing");

/** Runs the newest `callback` whenever `value` differs from the last one. */
function useActOn(news: unknown, last: unknown, act: () => void, useWhen = useEffect): void {
  const lastNews = useRef(last);
  const newest = useRef(act);
  useWhen(() => {
    newest.current = act;
  });
  useWhen(() => {
    if (Object.is(lastNews.current, news)) return;
    lastNews.current = news;
    newest.current();
  }, [news]);
}

/** Runs `callback` on mount, and again each time `value` changes. */
export function useOnMountAndChange(news: unknown, act: () => void): void {
  useActOn(news, NOTHING, act);
}

/** Runs `callback` each time `value` changes, not on mount. */
export function useOnChange(news: unknown, act: () => void): void {
  useActOn(news, news, act);
}

/** Runs `callback` once, on mount. */
export function useOnMount(act: () => void): void {
  useActOn(undefined, NOTHING, act);
}

/** Runs `callback` each time `value` changes, as a layout effect: no input can come in between. */
export function useOnChangeLayout(news: unknown, act: () => void): void {
  useActOn(news, news, act, useIsomorphicEffect);
}

/** Runs `callback` once on mount, as a layout effect. */
export function useOnMountLayout(act: () => void): void {
  useActOn(undefined, NOTHING, act, useIsomorphicEffect);
}
