import { useEffect, useState } from "react";

/** The suggestions of the location fields, loaded on use. */
export type LocationSuggestions = typeof import("./location-suggestions");

const FIRST_USE = ["focusin", "pointerdown"] as const;

/**
 * The suggestions, once the page is first used: who only looks at it loads nothing, and who comes
 * to the last section of the form finds them there. Where they cannot be loaded, the platform's own
 * list and the plain input do.
 */
export function useLocationSuggestions(): LocationSuggestions | undefined {
  const [loaded, setLoaded] = useState<LocationSuggestions>();
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      stop.abort();
      try {
        setLoaded(await import("./location-suggestions"));
      } catch {
        // The fields work without.
      }
    };
    for (const name of FIRST_USE)
      document.addEventListener(name, load, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, []);
  return loaded;
}
