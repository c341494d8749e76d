import { useIsomorphicEffect } from "@mantine/hooks";
import { useEffect, useRef } from "react";

/** A value that no caller passes. */
const UNSET = Symbol("nothing");

/** Runs the newest `callback` whenever `value` differs from the last one. */
function useRunOnChange(
  value: unknown,
  initialValue: unknown,
  callback: () => void,
  useEffectHook = useEffect,
): void {
  const lastValue = useRef(initialValue);
  const latest = useRef(callback);
  useEffectHook(() => {
    latest.current = callback;
  });
  useEffectHook(() => {
    if (Object.is(lastValue.current, value)) return;
    lastValue.current = value;
    latest.current();
  }, [value]);
}

/** Runs `callback` on mount, and again each time `value` changes. */
export function useOnMountAndChange(value: unknown, callback: () => void): void {
  useRunOnChange(value, UNSET, callback);
}

/** Runs `callback` each time `value` changes, not on mount. */
export function useOnChange(value: unknown, callback: () => void): void {
  useRunOnChange(value, value, callback);
}

/** Runs `callback` once, on mount. */
export function useOnMount(callback: () => void): void {
  useRunOnChange(undefined, UNSET, callback);
}

/** Runs `callback` each time `value` changes, as a layout effect: no input can come in between. */
export function useOnChangeLayout(value: unknown, callback: () => void): void {
  useRunOnChange(value, value, callback, useIsomorphicEffect);
}

/** Runs `callback` once on mount, as a layout effect. */
export function useOnMountLayout(callback: () => void): void {
  useRunOnChange(undefined, UNSET, callback, useIsomorphicEffect);
}
