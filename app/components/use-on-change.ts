import { useIsomorphicEffect } from "@mantine/hooks";
import { useEffect, useRef } from "react";

/** What no caller has to tell. */
const NOTHING = Symbol("nothing");

/** Runs `act`, as the newest render has it, whenever `news` is another than the last. */
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

/** Runs `act` when the page has come to life, and again each time `news` changes. */
export function useOnMountAndChange(news: unknown, act: () => void): void {
  useActOn(news, NOTHING, act);
}

/** Runs `act` each time `news` changes; not for what it was when the page came to life. */
export function useOnChange(news: unknown, act: () => void): void {
  useActOn(news, news, act);
}

/** Runs `act` once, when the page has come to life. */
export function useOnMount(act: () => void): void {
  useActOn(undefined, NOTHING, act);
}

/** As `useOnChange`, but in one with the page's own change: nobody can touch it in between. */
export function useOnChangeLayout(news: unknown, act: () => void): void {
  useActOn(news, news, act, useIsomorphicEffect);
}

/** As `useOnMount`, but in one with the page's own change. */
export function useOnMountLayout(act: () => void): void {
  useActOn(undefined, NOTHING, act, useIsomorphicEffect);
}
