import { useEffect, useRef } from "react";
import * as v from "valibot";
import { REVEAL_FIELD } from "./reveal-field";

const namedSchema = v.object({ name: v.string() });

/**
 * Lets a page open the panel of a field before the focus moves there.
 * @param open opens the panel and returns true; false if the field is in none of its panels.
 */
export function useRevealField(open: (name: string) => boolean): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const listen = (event: Event) => {
      const field = v.safeParse(
        namedSchema,
        event instanceof CustomEvent ? event.detail : undefined,
      );
      if (field.success && latest.current(field.output.name)) event.preventDefault();
    };
    document.addEventListener(REVEAL_FIELD, listen);
    return () => document.removeEventListener(REVEAL_FIELD, listen);
  }, []);
}
