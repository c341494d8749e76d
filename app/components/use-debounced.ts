import { useEffect, useState } from "react";

const PAUSE_MS = 1_000;

/**
 * A text once it has stood still for a second: what is spoken while somebody types must wait for
 * them to pause, or every key would start a new sentence.
 */
export function useDebounced(text: string): string {
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settledText;
}
