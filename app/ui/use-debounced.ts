import { useEffect, useState } from "react";

const PAUSE_MS = 1_000;

/** A text once it has not changed for a second, so that screen readers are not interrupted by every key. */
export function useDebounced(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debouncedText;
}
