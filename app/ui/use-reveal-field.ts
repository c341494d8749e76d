import { useWindowEvent } from "@mantine/hooks";
import * as v from "valibot";
import { REVEAL_FIELD } from "./reveal-field";

const namedSchema = v.object({ name: v.string() });

/**
 * Lets a page open the panel of a field before the focus moves there.
 * @param open opens the panel and returns true; false if the field is in none of its panels.
 */
export function useRevealField(open: (name: string) => boolean): void {
  useWindowEvent(REVEAL_FIELD, (event) => {
    const field = v.safeParse(namedSchema, event.detail);
    if (field.success && open(field.output.name)) event.preventDefault();
  });
}
