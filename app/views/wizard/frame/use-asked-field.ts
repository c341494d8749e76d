import { useSearchParams } from "@remix-run/react";
import type { RefObject } from "react";
import { fieldId } from "~/components/field";
import { showField } from "~/components/show-field";
import { useArrival } from "~/components/use-news";
import { focusStepTitle } from "./step-frame";

/**
 * Leads to the field that the page was opened to change, as its address says (`?field=`). Without
 * script its fragment does; who has begun elsewhere in the form before the scripts came stays there.
 */
export function useAskedField(form: RefObject<HTMLFormElement>): void {
  const [params] = useSearchParams();
  const field = params.get("field");
  useArrival(() => {
    const { current } = form;
    if (!field || !current) return;
    const { activeElement } = document;
    if (current.contains(activeElement) && activeElement?.id !== fieldId(field)) return;
    // The page itself opens panels, and listens for that from a moment later on.
    requestAnimationFrame(async () => {
      if (!(await showField(current, field))) focusStepTitle();
    });
  });
}
